import { defineTool } from "@faculties/mcp-kit";
import {
  PlanRunBtInput,
  PlanRunBtOutput,
} from "@faculties/schemas/orchestrator-resources/plan-run-bt";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const planRunBtTool = defineTool({
  name: "plan_run_bt",
  title: "Run a tree",
  description:
    "Run a behaviour tree (behavior tree) of commands: sequences, selectors (fallbacks: try the first, otherwise the second), parallel, retries, time limits and guards. Returns its run_id at once. For a graph of dependencies use plan_run.",
  input: PlanRunBtInput,
  output: PlanRunBtOutput,
  annotations: STARTS,
  run: (input, { runs, once }: Context) => runs.startTree(input, once("plan_run_bt", input)),
});

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
  description: "Start running a behaviour tree and return its run_id at once",
  input: PlanRunBtInput,
  output: PlanRunBtOutput,
  annotations: STARTS,
  run: (input, { runs, once }: Context) => runs.startTree(input, once("plan_run_bt", input)),
});

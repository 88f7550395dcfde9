import { defineTool } from "@faculties/mcp-kit";
import { PlanRunInput, PlanRunOutput } from "@faculties/schemas/orchestrator-resources/plan-run";
import type { Context } from "../context.ts";
import { requireToggle } from "../modules/toggles.ts";
import { STARTS } from "./annotations.ts";

export const planRunTool = defineTool({
  name: "plan_run",
  title: "Run a graph",
  description: "Start running a graph as a DAG and return its run_id at once",
  input: PlanRunInput,
  output: PlanRunOutput,
  annotations: STARTS,
  run(input, { runs, settings, once }: Context) {
    if (input.mode === "reactive")
      requireToggle(settings, "enableReactiveScheduler", "mode reactive");
    return runs.startGraph(input, once("plan_run", input));
  },
});

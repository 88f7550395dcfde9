import { defineTool } from "@faculties/mcp-kit";
import { PlanRunInput, PlanRunOutput } from "@faculties/schemas/orchestrator-resources/plan-run";
import type { Context } from "../context.ts";
import { requireToggle } from "../modules/toggles.ts";
import { STARTS } from "./annotations.ts";

export const planRunTool = defineTool({
  name: "plan_run",
  title: "Run a graph",
  description:
    "Start a workflow now: execute (launch, run) all tasks of a graph made with graph_create in the background, in parallel where dependencies allow, with retries and time limits. Returns a run_id at once; plan_join waits, plan_status looks. Programs must be allowed at start; plan_dry_run checks before.",
  input: PlanRunInput,
  output: PlanRunOutput,
  annotations: STARTS,
  run(input, { runs, settings, once }: Context) {
    if (input.mode === "reactive")
      requireToggle(settings, "enableReactiveScheduler", "mode reactive");
    return runs.startGraph(input, once("plan_run", input));
  },
});

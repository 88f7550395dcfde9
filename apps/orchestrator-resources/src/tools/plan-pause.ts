import { defineTool } from "@faculties/mcp-kit";
import {
  PlanPauseInput,
  PlanPauseOutput,
} from "@faculties/schemas/orchestrator-resources/plan-pause";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const planPauseTool = defineTool({
  name: "plan_pause",
  title: "Pause a run",
  description:
    "Pause (hold) a run: no further task starts until plan_resume; tasks that are running finish.",
  input: PlanPauseInput,
  output: PlanPauseOutput,
  annotations: SETS,
  run: ({ run_id }, { steering }: Context) => steering.pause(run_id),
});

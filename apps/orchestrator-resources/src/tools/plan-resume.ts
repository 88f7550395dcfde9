import { defineTool } from "@faculties/mcp-kit";
import {
  PlanResumeInput,
  PlanResumeOutput,
} from "@faculties/schemas/orchestrator-resources/plan-resume";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const planResumeTool = defineTool({
  name: "plan_resume",
  title: "Resume a run",
  description:
    "Continue a paused run: let the workflow carry on where it was stopped by plan_pause.",
  input: PlanResumeInput,
  output: PlanResumeOutput,
  annotations: SETS,
  run: ({ run_id }, { steering }: Context) => steering.resume(run_id),
});

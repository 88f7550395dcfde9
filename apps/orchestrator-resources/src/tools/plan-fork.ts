import { defineTool } from "@faculties/mcp-kit";
import { PlanForkInput, PlanForkOutput } from "@faculties/schemas/orchestrator-resources/plan-fork";
import { STARTS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { forkRun } from "../runs/fork-run.ts";

export const planForkTool = defineTool({
  name: "plan_fork",
  title: "Fork a run",
  description:
    "Start a new run that keeps the results of another one up to a task, and runs that task and everything after it again, with other inputs if given. To re-run only what failed, use plan_resume",
  input: PlanForkInput,
  output: PlanForkOutput,
  annotations: STARTS,
  run: (input, context: Context) => forkRun(context, input, context.once("plan_fork", input)),
});

import { defineTool } from "@faculties/mcp-kit";
import {
  PlanAnswerInput,
  PlanAnswerOutput,
} from "@faculties/schemas/orchestrator-resources/plan-answer";
import { SETS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const planAnswerTool = defineTool({
  name: "plan_answer",
  title: "Answer a run",
  description:
    "Answer a question that a run asks with an ask task, so that the run continues. plan_status and plan_list show open questions as needs_input. Each question takes one answer",
  input: PlanAnswerInput,
  output: PlanAnswerOutput,
  annotations: SETS,
  run: ({ run_id, node_id, answer }, { questions }: Context) =>
    questions.answer(run_id, node_id, answer),
});

import * as z from "zod";
import { text } from "./response-fields.ts";
import { optionalIdentifier, runId } from "./tool-parameters.ts";

export const PlanAnswerInput = z.strictObject({
  run_id: runId,
  node_id: optionalIdentifier("Task that asks; needed only when several do"),
  answer: z.string().max(65_536).describe("The answer; one of the choices where there are any"),
});
export type PlanAnswerInput = z.infer<typeof PlanAnswerInput>;

export const PlanAnswerOutput = z.object({ run_id: text, node_id: text, answer: text });
export type PlanAnswerOutput = z.infer<typeof PlanAnswerOutput>;

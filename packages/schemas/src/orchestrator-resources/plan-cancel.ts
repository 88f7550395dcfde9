import * as z from "zod";
import { CANCEL_OUTCOMES, reason } from "./cancellation.ts";
import { text, texts } from "./response-fields.ts";
import { runId } from "./tool-parameters.ts";

export const PlanCancelInput = z.strictObject({ run_id: runId, reason });
export type PlanCancelInput = z.infer<typeof PlanCancelInput>;

export const PlanCancelOutput = z.object({
  run_id: text,
  outcome: z.enum(CANCEL_OUTCOMES),
  cancelled_ops: texts,
});
export type PlanCancelOutput = z.infer<typeof PlanCancelOutput>;

import * as z from "zod";
import { nullableText, text, texts } from "./response-fields.ts";
import { identifier, runId } from "./tool-parameters.ts";

export const CANCEL_OUTCOMES = ["requested", "already_cancelled", "already_finished"] as const;

const reason = z.string().optional().describe("Why, for the log");

export const OpCancelInput = z.strictObject({ op_id: identifier("Operation id"), reason });
export type OpCancelInput = z.infer<typeof OpCancelInput>;

export const OpCancelOutput = z.object({
  op_id: text,
  outcome: z.enum(CANCEL_OUTCOMES),
  run_id: nullableText,
  child_id: nullableText,
});
export type OpCancelOutput = z.infer<typeof OpCancelOutput>;

export const PlanCancelInput = z.strictObject({ run_id: runId, reason });
export type PlanCancelInput = z.infer<typeof PlanCancelInput>;

export const PlanCancelOutput = z.object({
  run_id: text,
  outcome: z.enum(CANCEL_OUTCOMES),
  cancelled_ops: texts,
});
export type PlanCancelOutput = z.infer<typeof PlanCancelOutput>;

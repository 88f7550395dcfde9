import * as z from "zod";
import { CANCEL_OUTCOMES, reason } from "./cancellation.ts";
import { nullableText, text } from "./response-fields.ts";
import { identifier } from "./tool-parameters.ts";

export const OpCancelInput = z.strictObject({
  op_id: identifier("Operation id (op_id) of what is running"),
  reason,
});
export type OpCancelInput = z.infer<typeof OpCancelInput>;

export const OpCancelOutput = z.object({
  op_id: text,
  outcome: z.enum(CANCEL_OUTCOMES),
  run_id: nullableText,
  child_id: nullableText,
});
export type OpCancelOutput = z.infer<typeof OpCancelOutput>;

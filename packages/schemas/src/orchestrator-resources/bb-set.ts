import * as z from "zod";
import { BlackboardEntrySnapshot, BlackboardWrite } from "./blackboard-entry.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey } from "./tool-parameters.ts";

export const BbSetInput = z.strictObject({
  ...BlackboardWrite.shape,
  idempotency_key: idempotencyKey,
});
export type BbSetInput = z.infer<typeof BbSetInput>;

export const BbSetOutput = z.object({
  entry: BlackboardEntrySnapshot,
  created: z.boolean(),
  idempotent,
});
export type BbSetOutput = z.infer<typeof BbSetOutput>;

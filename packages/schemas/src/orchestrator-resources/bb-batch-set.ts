import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { BlackboardEntrySnapshot, BlackboardWrite } from "./blackboard-entry.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey } from "./tool-parameters.ts";

export const BbBatchSetInput = z.strictObject({
  entries: z
    .array(describedObject("{key, value, tags?, ttl_ms?}", BlackboardWrite))
    .min(1)
    .max(100)
    .describe("Entries to write: all, or none"),
  idempotency_key: idempotencyKey,
});
export type BbBatchSetInput = z.infer<typeof BbBatchSetInput>;

export const BbBatchSetOutput = z.object({
  entries: z.array(BlackboardEntrySnapshot),
  idempotent,
});
export type BbBatchSetOutput = z.infer<typeof BbBatchSetOutput>;

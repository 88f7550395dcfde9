import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { BlackboardEntrySnapshot } from "./blackboard-entry.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey, identifier, optionalDuration, textList } from "./tool-parameters.ts";

export const BlackboardWrite = z.strictObject({
  key: identifier("Key, e.g. ns:name"),
  value: z.unknown().describe("Any JSON"),
  tags: textList("Tags"),
  ttl_ms: optionalDuration("Expires after"),
});
export type BlackboardWrite = z.infer<typeof BlackboardWrite>;

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

export const BbBatchSetInput = z.strictObject({
  entries: z
    .array(describedObject("{key, value, tags?, ttl_ms?}", BlackboardWrite))
    .min(1)
    .max(100)
    .describe("All are written, or none"),
  idempotency_key: idempotencyKey,
});
export type BbBatchSetInput = z.infer<typeof BbBatchSetInput>;

export const BbBatchSetOutput = z.object({
  entries: z.array(BlackboardEntrySnapshot),
  idempotent,
});
export type BbBatchSetOutput = z.infer<typeof BbBatchSetOutput>;

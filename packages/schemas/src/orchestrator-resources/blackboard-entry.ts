import * as z from "zod";
import { count, instant, nullableInstant, text, texts } from "./response-fields.ts";
import { identifier, optionalDuration, textList } from "./tool-parameters.ts";

export const BlackboardEntrySnapshot = z.object({
  key: text,
  value: z.unknown(),
  tags: texts,
  createdAt: instant,
  updatedAt: instant,
  expiresAt: nullableInstant,
  version: count,
});
export type BlackboardEntrySnapshot = z.infer<typeof BlackboardEntrySnapshot>;

export const BLACKBOARD_EVENT_KINDS = ["set", "delete", "expire"] as const;

/** `entry` is what the key held when the event happened; null once nothing is known of it. */
export const BlackboardEvent = z.object({
  seq: count,
  ts: instant,
  kind: z.enum(BLACKBOARD_EVENT_KINDS),
  namespace: text,
  key: text,
  version: count,
  entry: BlackboardEntrySnapshot.nullable(),
});
export type BlackboardEvent = z.infer<typeof BlackboardEvent>;

export const BlackboardWrite = z.strictObject({
  key: identifier("Key, with a namespace before the first colon, e.g. build:status"),
  value: z.unknown().describe("Value to store, any JSON"),
  tags: textList("Tags to find it by"),
  ttl_ms: optionalDuration("Milliseconds after which the entry expires"),
});
export type BlackboardWrite = z.infer<typeof BlackboardWrite>;

import * as z from "zod";
import { BlackboardEntrySnapshot, BlackboardEvent } from "./blackboard-entry.ts";
import { count, nextCursor, text, truncatedBefore } from "./response-fields.ts";
import {
  cursor,
  fromSeq,
  identifier,
  optionalIdentifier,
  pageSize,
  textList,
} from "./tool-parameters.ts";

export const BbGetInput = z.strictObject({ key: identifier("Key") });
export type BbGetInput = z.infer<typeof BbGetInput>;

export const BbGetOutput = z.object({ entry: BlackboardEntrySnapshot });
export type BbGetOutput = z.infer<typeof BbGetOutput>;

export const BbQueryInput = z.strictObject({
  namespace: optionalIdentifier("Text before the key's first ':'"),
  prefix: optionalIdentifier("Start of the key"),
  tags: textList("Having all of these"),
  limit: pageSize(500, 100),
  cursor,
});
export type BbQueryInput = z.infer<typeof BbQueryInput>;

export const BbQueryOutput = z.object({
  entries: z.array(BlackboardEntrySnapshot),
  next_cursor: nextCursor,
});
export type BbQueryOutput = z.infer<typeof BbQueryOutput>;

export const BbDeleteInput = z.strictObject({ key: identifier("Key") });
export type BbDeleteInput = z.infer<typeof BbDeleteInput>;

export const BbDeleteOutput = z.object({ key: text, version: count });
export type BbDeleteOutput = z.infer<typeof BbDeleteOutput>;

export const BbWatchInput = z.strictObject({
  namespace: optionalIdentifier("Only of this namespace"),
  key: optionalIdentifier("Only of this key"),
  from_seq: fromSeq,
  limit: pageSize(500, 250),
});
export type BbWatchInput = z.infer<typeof BbWatchInput>;

export const BbWatchOutput = z.object({
  events: z.array(BlackboardEvent),
  next_seq: count,
  truncated_before: truncatedBefore,
});
export type BbWatchOutput = z.infer<typeof BbWatchOutput>;

import * as z from "zod";
import { BlackboardEntrySnapshot } from "./blackboard-entry.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize, textList } from "./tool-parameters.ts";

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

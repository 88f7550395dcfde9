import * as z from "zod";
import { BlackboardEntrySnapshot } from "./blackboard-entry.ts";
import { nextCursor } from "./response-fields.ts";
import { cursor, optionalIdentifier, pageSize, textList } from "./tool-parameters.ts";

export const BbQueryInput = z.strictObject({
  namespace: optionalIdentifier("Only keys of this namespace, the text before the first ':'"),
  prefix: optionalIdentifier("Only keys that begin with this"),
  tags: textList("Only entries that have all these tags"),
  limit: pageSize(500, 100),
  cursor,
});
export type BbQueryInput = z.infer<typeof BbQueryInput>;

export const BbQueryOutput = z.object({
  entries: z.array(BlackboardEntrySnapshot),
  next_cursor: nextCursor,
});
export type BbQueryOutput = z.infer<typeof BbQueryOutput>;

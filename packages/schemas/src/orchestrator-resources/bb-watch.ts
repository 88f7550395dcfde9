import * as z from "zod";
import { BlackboardEvent } from "./blackboard-entry.ts";
import { count, truncatedBefore } from "./response-fields.ts";
import { fromSeq, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const BbWatchInput = z.strictObject({
  namespace: optionalIdentifier("Only changes in this namespace"),
  key: optionalIdentifier("Only changes of this key"),
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

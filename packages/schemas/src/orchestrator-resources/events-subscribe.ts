import * as z from "zod";
import { count, truncatedBefore } from "./response-fields.ts";
import { levels, ResourceRunEvent, RUN_EVENT_KINDS } from "./run-event.ts";
import { fromSeq, optionalIdentifier, pageSize } from "./tool-parameters.ts";

const kind = z.string().toUpperCase().pipe(z.enum(RUN_EVENT_KINDS));

export const EventsSubscribeInput = z.strictObject({
  cats: z.array(kind).optional().describe("Only events of these kinds, e.g. STATUS, ERROR"),
  levels,
  run_id: optionalIdentifier("Only events of this run"),
  child_id: optionalIdentifier("Only events of this child process"),
  op_id: optionalIdentifier("Only events of this operation"),
  graph_id: optionalIdentifier("Only events about this graph"),
  node_id: optionalIdentifier("Only events about this node"),
  from_seq: fromSeq,
  limit: pageSize(500, 250),
});
export type EventsSubscribeInput = z.infer<typeof EventsSubscribeInput>;

export const EventsSubscribeOutput = z.object({
  events: z.array(ResourceRunEvent),
  next_seq: count,
  truncated_before: truncatedBefore,
});
export type EventsSubscribeOutput = z.infer<typeof EventsSubscribeOutput>;

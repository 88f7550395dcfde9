import * as z from "zod";
import { BlackboardEvent } from "./blackboard-entry.ts";
import { ResourceChildLogEntry } from "./child-log-entry.ts";
import { ResourceKind } from "./resource-kind.ts";
import { count, text, truncatedBefore } from "./response-fields.ts";
import { ResourceRunEvent } from "./run-event.ts";
import { fromSeq } from "./tool-parameters.ts";

export const ResourcesWatchInput = z.strictObject({
  uri: z
    .string()
    .min(1)
    .describe("Address (sc://…) of a run, a child process or a blackboard namespace"),
  from_seq: fromSeq,
  limit: z.number().int().positive().max(500).default(250).describe("Most events per page"),
});
export type ResourcesWatchInput = z.infer<typeof ResourcesWatchInput>;

export const ResourcesWatchOutput = z.object({
  uri: text,
  kind: ResourceKind,
  events: z.array(z.union([ResourceRunEvent, ResourceChildLogEntry, BlackboardEvent])),
  next_seq: count,
  truncated_before: truncatedBefore,
});
export type ResourcesWatchOutput = z.infer<typeof ResourcesWatchOutput>;

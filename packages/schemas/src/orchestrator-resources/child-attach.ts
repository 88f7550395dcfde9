import * as z from "zod";
import { ResourceChildLogEntry } from "./child-log-entry.ts";
import { ChildSnapshot } from "./child-snapshot.ts";
import { count } from "./response-fields.ts";
import { childId, optionalIdentifier } from "./tool-parameters.ts";

export const ChildAttachInput = z.strictObject({
  child_id: childId,
  run_id: optionalIdentifier("Run to assign it to"),
  tail: z.int().min(0).max(500).default(50).describe("How many of the last log entries to return"),
});
export type ChildAttachInput = z.infer<typeof ChildAttachInput>;

export const ChildAttachOutput = z.object({
  child: ChildSnapshot,
  logs: z.array(ResourceChildLogEntry),
  next_seq: count,
});
export type ChildAttachOutput = z.infer<typeof ChildAttachOutput>;

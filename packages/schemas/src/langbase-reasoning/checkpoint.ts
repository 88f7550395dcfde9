import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { anyObject } from "../primitives/record-of.ts";
import { count, nullableText, text } from "./response-fields.ts";

/** A listed checkpoint, with counts instead of its content. */
export const CheckpointSummary = z.object({
  id: text,
  session_id: text,
  branch_id: nullableText,
  name: text,
  description: nullableText,
  created_at: IsoTimestamp,
  thought_count: count,
  branch_count: count,
  graph_count: count,
});
export type CheckpointSummary = z.infer<typeof CheckpointSummary>;

export const Checkpoint = CheckpointSummary.omit({
  thought_count: true,
  branch_count: true,
  graph_count: true,
}).extend({ snapshot: anyObject() });
export type Checkpoint = z.infer<typeof Checkpoint>;

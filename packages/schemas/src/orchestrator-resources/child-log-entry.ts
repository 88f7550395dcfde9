import * as z from "zod";
import { count, instant, nullableText, text } from "./response-fields.ts";

export const CHILD_STREAMS = ["stdout", "stderr", "meta"] as const;
export type ChildStream = (typeof CHILD_STREAMS)[number];

/** `seq` counts the entries of one child, from 1. */
export const ResourceChildLogEntry = z.object({
  seq: count,
  ts: instant,
  stream: z.enum(CHILD_STREAMS),
  message: text,
  childId: text,
  runId: nullableText,
  opId: nullableText,
});
export type ResourceChildLogEntry = z.infer<typeof ResourceChildLogEntry>;

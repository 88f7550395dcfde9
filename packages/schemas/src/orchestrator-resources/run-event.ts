import * as z from "zod";
import { count, instant, nullableText } from "./response-fields.ts";

export const RUN_EVENT_KINDS = [
  "PLAN",
  "START",
  "PROMPT",
  "PENDING",
  "REPLY_PART",
  "REPLY",
  "STATUS",
  "AGGREGATE",
  "KILL",
  "HEARTBEAT",
  "INFO",
  "WARN",
  "ERROR",
  "BT_RUN",
] as const;
export type RunEventKind = (typeof RUN_EVENT_KINDS)[number];

export const EVENT_LEVELS = ["info", "warn", "error"] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

/** `seq` counts events of the whole server, so one run's have gaps. */
export const ResourceRunEvent = z.object({
  seq: count,
  ts: instant,
  kind: z.enum(RUN_EVENT_KINDS),
  level: z.enum(EVENT_LEVELS),
  jobId: nullableText,
  childId: nullableText,
  payload: z.unknown(),
  runId: nullableText,
  opId: nullableText,
  graphId: nullableText,
  nodeId: nullableText,
});
export type ResourceRunEvent = z.infer<typeof ResourceRunEvent>;

export const levels = z
  .array(z.enum(EVENT_LEVELS))
  .optional()
  .describe("Only these levels, such as warn and error");

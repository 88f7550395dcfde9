import * as z from "zod";
import { count, instant, nullableInstant, nullableText, text, texts } from "./response-fields.ts";

/** `lost`: it ran when the server died, and was ended at the next start. */
export const CHILD_STATES = [
  "starting",
  "running",
  "stopping",
  "exited",
  "failed",
  "killed",
  "timed_out",
  "lost",
] as const;
export type ChildState = (typeof CHILD_STATES)[number];

/** `host` is where it runs; `worker_id` is the worker that runs it, null when a server does. */
export const ChildSnapshot = z.object({
  child_id: text,
  op_id: text,
  run_id: nullableText,
  role: nullableText,
  command: text,
  args: texts,
  cwd: nullableText,
  host: nullableText,
  worker_id: nullableText,
  pid: z.int().nullable(),
  state: z.enum(CHILD_STATES),
  exit_code: z.int().nullable(),
  signal: nullableText,
  error: nullableText,
  started_at: instant,
  ended_at: nullableInstant,
  last_activity_at: instant,
  timeout_ms: count,
  memory_limit_mb: count,
  cpu_percent: count,
  last_seq: count,
  dropped_lines: count,
  logs_uri: text,
});
export type ChildSnapshot = z.infer<typeof ChildSnapshot>;

export const StartedChild = z.object({
  child_id: text,
  op_id: text,
  pid: z.int().nullable(),
  state: z.enum(CHILD_STATES),
  started_at: instant,
  logs_uri: text,
});
export type StartedChild = z.infer<typeof StartedChild>;

export const StopOutcome = z.object({
  child_id: text,
  outcome: z.enum(["requested", "already_ended"]),
  state: z.enum(CHILD_STATES),
});

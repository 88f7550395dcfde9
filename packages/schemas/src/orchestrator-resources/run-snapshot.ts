import * as z from "zod";
import { PLAN_NODE_KINDS } from "./plan-node.ts";
import {
  count,
  idempotent,
  instant,
  nullableInstant,
  nullableText,
  text,
} from "./response-fields.ts";

export const RUN_STATES = [
  "pending",
  "running",
  "paused",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type RunState = (typeof RUN_STATES)[number];

export const NODE_STATES = [
  "pending",
  "running",
  "succeeded",
  "failed",
  "skipped",
  "cancelled",
] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** `output` is a child's stdout, a written value, a nested run's result; absent where there is none. */
export const NodeOutcome = z.object({
  node_id: text,
  kind: z.enum(PLAN_NODE_KINDS),
  state: z.enum(NODE_STATES),
  attempts: count,
  started_at: nullableInstant,
  ended_at: nullableInstant,
  child_id: nullableText,
  exit_code: z.int().nullable(),
  error: nullableText,
  output: z.unknown().optional(),
});
export type NodeOutcome = z.infer<typeof NodeOutcome>;

/** `graph_id` and `graph_version` are null for a behaviour tree. */
export const RunSnapshot = z.object({
  run_id: text,
  op_id: text,
  graph_id: nullableText,
  graph_version: count.nullable(),
  mode: z.enum(["dag", "reactive", "bt"]),
  state: z.enum(RUN_STATES),
  created_at: instant,
  started_at: nullableInstant,
  ended_at: nullableInstant,
  error: nullableText,
  progress: z.object({
    total: count,
    pending: count,
    running: count,
    succeeded: count,
    failed: count,
    skipped: count,
    cancelled: count,
  }),
  nodes: z.array(NodeOutcome).optional(),
  events_uri: text,
});
export type RunSnapshot = z.infer<typeof RunSnapshot>;

export const StateChange = z.object({
  run_id: text,
  state: z.enum(RUN_STATES),
  previous_state: z.enum(RUN_STATES),
});

export const StartedRun = z.object({
  run_id: text,
  op_id: text,
  state: z.enum(RUN_STATES),
  node_count: count,
  events_uri: text,
  idempotent,
});
export type StartedRun = z.infer<typeof StartedRun>;

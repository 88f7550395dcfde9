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

/**
 * `output` is a child's stdout, a written value, an answer, a nested run's result; absent where there is none. `stderr` is
 * the end of what a failed child wrote there. `lost_tries` were under way when their process died.
 */
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
  output_truncated: z.boolean().optional(),
  stderr: text.optional(),
  lost_tries: count.optional(),
  graph_version: count.optional(),
});
export type NodeOutcome = z.infer<typeof NodeOutcome>;

/** A question of a run that waits for an answer, until `deadline_at` if there is one; then the default counts. */
export const OpenQuestion = z.object({
  node_id: text,
  question: text,
  choices: z.array(text).optional(),
  default: text.optional(),
  deadline_at: nullableInstant,
});
export type OpenQuestion = z.infer<typeof OpenQuestion>;

/**
 * `graph_id` and `graph_version` are null for a behaviour tree. `needs_input` is there while the run asks something.
 * `nodes_omitted` counts nodes that would have made the answer too long.
 */
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
  nodes_omitted: count.optional(),
  needs_input: z.array(OpenQuestion).optional(),
  fork_of: text.optional(),
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

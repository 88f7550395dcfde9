import * as z from "zod";
import { count, idempotent, text } from "./response-fields.ts";
import { RUN_STATES } from "./run-snapshot.ts";
import { graphId, graphVersion, idempotencyKey, optionalDuration } from "./tool-parameters.ts";

export const maxParallel = z.int().min(1).max(64).default(4).describe("Nodes at a time");

export const PlanRunInput = z.strictObject({
  graph_id: graphId,
  version: graphVersion,
  mode: z.enum(["dag", "reactive"]).default("dag").describe("Scheduler"),
  max_parallel: maxParallel,
  retries: z.int().min(0).max(10).default(0).describe("Tries after a failure, per node"),
  node_timeout_ms: optionalDuration("Per node"),
  timeout_ms: optionalDuration("Whole run"),
  on_failure: z.enum(["stop", "continue"]).default("stop").describe("Continue: other branches"),
  idempotency_key: idempotencyKey,
});
export type PlanRunInput = z.infer<typeof PlanRunInput>;

export const StartedRun = z.object({
  run_id: text,
  op_id: text,
  state: z.enum(RUN_STATES),
  node_count: count,
  events_uri: text,
  idempotent,
});
export type StartedRun = z.infer<typeof StartedRun>;

export const PlanRunOutput = StartedRun.extend({ graph_id: text, graph_version: count });
export type PlanRunOutput = z.infer<typeof PlanRunOutput>;

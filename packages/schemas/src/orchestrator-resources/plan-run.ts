import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { StartedRun } from "./run-snapshot.ts";
import {
  graphId,
  graphVersion,
  idempotencyKey,
  maxParallel,
  optionalDuration,
} from "./tool-parameters.ts";

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

export const PlanRunOutput = StartedRun.extend({ graph_id: text, graph_version: count });
export type PlanRunOutput = z.infer<typeof PlanRunOutput>;

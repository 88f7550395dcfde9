import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";
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
  inputs: recordOf(z.unknown())
    .optional()
    .describe("Values that the tasks' texts name as {{inputs.x}}"),
  mode: z
    .enum(["dag", "reactive"])
    .default("dag")
    .describe("reactive: among tasks that could start, those with the strongest stig_mark first"),
  max_parallel: maxParallel,
  retries: z.int().min(0).max(10).default(0).describe("How often a failed task is tried again"),
  node_timeout_ms: optionalDuration("Time limit of each task in milliseconds"),
  timeout_ms: optionalDuration("Time limit of the whole run in milliseconds"),
  on_failure: z
    .enum(["stop", "continue"])
    .default("stop")
    .describe("stop: start nothing more after a failure; continue: finish the other branches"),
  idempotency_key: idempotencyKey,
});
export type PlanRunInput = z.infer<typeof PlanRunInput>;

export const PlanRunOutput = StartedRun.extend({ graph_id: text, graph_version: count });
export type PlanRunOutput = z.infer<typeof PlanRunOutput>;

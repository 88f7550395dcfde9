import * as z from "zod";
import { GraphProblem } from "./graph-validate.ts";
import { maxParallel } from "./plan-run.ts";
import { count, text, texts } from "./response-fields.ts";
import { RUN_STATES, RunSnapshot } from "./run-snapshot.ts";
import { graphId, graphVersion, runId } from "./tool-parameters.ts";

export const PlanStatusInput = z.strictObject({
  run_id: runId,
  include_nodes: z.boolean().default(false).describe("Report each node"),
});
export type PlanStatusInput = z.infer<typeof PlanStatusInput>;

export const PlanStatusOutput = RunSnapshot;
export type PlanStatusOutput = z.infer<typeof PlanStatusOutput>;

const StateChange = z.object({
  run_id: text,
  state: z.enum(RUN_STATES),
  previous_state: z.enum(RUN_STATES),
});

export const PlanPauseInput = z.strictObject({ run_id: runId });
export type PlanPauseInput = z.infer<typeof PlanPauseInput>;

/** Nodes that run already go on to their end. */
export const PlanPauseOutput = StateChange.extend({ running_nodes: texts });
export type PlanPauseOutput = z.infer<typeof PlanPauseOutput>;

export const PlanResumeInput = z.strictObject({ run_id: runId });
export type PlanResumeInput = z.infer<typeof PlanResumeInput>;

export const PlanResumeOutput = StateChange;
export type PlanResumeOutput = z.infer<typeof PlanResumeOutput>;

export const PlanDryRunInput = z.strictObject({
  graph_id: graphId,
  version: graphVersion,
  max_parallel: maxParallel,
});
export type PlanDryRunInput = z.infer<typeof PlanDryRunInput>;

const LabelCoverage = z.object({ label: text, nodes: count, workers: count });

/**
 * `waves` are the nodes that could run together, in order; empty when the plan cannot run. `labels` are the worker
 * labels that nodes name, with the workers that have them at the moment.
 */
export const PlanDryRunOutput = z.object({
  graph_id: text,
  graph_version: count,
  runnable: z.boolean(),
  problems: z.array(GraphProblem),
  waves: z.array(texts),
  node_count: count,
  children: count,
  labels: z.array(LabelCoverage).optional(),
});
export type PlanDryRunOutput = z.infer<typeof PlanDryRunOutput>;

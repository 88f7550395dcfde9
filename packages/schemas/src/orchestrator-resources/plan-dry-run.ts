import * as z from "zod";
import { GraphProblem } from "./graph-problem.ts";
import { count, text, texts } from "./response-fields.ts";
import { graphId, graphVersion, maxParallel } from "./tool-parameters.ts";

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

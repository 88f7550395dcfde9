import * as z from "zod";
import { count, text, texts } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const GRAPH_PROBLEM_CODES = [
  "CYCLE",
  "DANGLING_EDGE",
  "SELF_LOOP",
  "DUPLICATE_NODE",
  "DUPLICATE_EDGE",
  "PORT",
  "CARDINALITY",
  "NODE_ATTRIBUTES",
  "ISOLATED_NODE",
  "EMPTY_GRAPH",
] as const;

export const GraphProblem = z.object({
  code: z.enum(GRAPH_PROBLEM_CODES),
  message: text,
  nodes: texts,
});
export type GraphProblem = z.infer<typeof GraphProblem>;

export const GraphValidateInput = z.strictObject({ graph_id: graphId, version: graphVersion });
export type GraphValidateInput = z.infer<typeof GraphValidateInput>;

export const GraphValidateOutput = z.object({
  graph_id: text,
  version: count,
  valid: z.boolean(),
  errors: z.array(GraphProblem),
  warnings: z.array(GraphProblem),
});
export type GraphValidateOutput = z.infer<typeof GraphValidateOutput>;

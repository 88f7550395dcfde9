import * as z from "zod";
import { text, texts } from "./response-fields.ts";

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

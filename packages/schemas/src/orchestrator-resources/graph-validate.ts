import * as z from "zod";
import { GraphProblem } from "./graph-problem.ts";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

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

import * as z from "zod";
import { count, text, texts } from "./response-fields.ts";
import { Attributes } from "./scalar.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const GraphSummarizeInput = z.strictObject({ graph_id: graphId, version: graphVersion });
export type GraphSummarizeInput = z.infer<typeof GraphSummarizeInput>;

/** `depth` is the number of edges on the longest path, null where there is a cycle. */
export const GraphSummarizeOutput = z.object({
  graph_id: text,
  name: text,
  version: count,
  node_count: count,
  edge_count: count,
  density: z.number().min(0),
  acyclic: z.boolean(),
  depth: count.nullable(),
  components: count,
  max_in_degree: count,
  max_out_degree: count,
  entrypoints: texts,
  exits: texts,
  isolated: texts,
  metadata: Attributes,
});
export type GraphSummarizeOutput = z.infer<typeof GraphSummarizeOutput>;

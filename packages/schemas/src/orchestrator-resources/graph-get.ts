import * as z from "zod";
import { NormalisedGraph } from "./normalised-graph.ts";
import { count, nullableInstant } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const GraphGetInput = z.strictObject({ graph_id: graphId, version: graphVersion });
export type GraphGetInput = z.infer<typeof GraphGetInput>;

export const GraphGetOutput = z.object({
  graph: NormalisedGraph,
  committed_at: nullableInstant,
  latest_version: count,
});
export type GraphGetOutput = z.infer<typeof GraphGetOutput>;

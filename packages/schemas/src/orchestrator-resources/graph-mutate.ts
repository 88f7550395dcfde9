import * as z from "zod";
import { GraphOperation } from "./graph-operation.ts";
import { count, text } from "./response-fields.ts";
import { expectedVersion, graphId, lockHolder } from "./tool-parameters.ts";

export const GraphMutateInput = z.strictObject({
  graph_id: graphId,
  ops: z.array(GraphOperation).min(1).describe("Changes to apply, in order"),
  expected_version: expectedVersion,
  holder: lockHolder,
});
export type GraphMutateInput = z.infer<typeof GraphMutateInput>;

/** Changes that come to nothing keep the version. */
export const GraphMutateOutput = z.object({
  graph_id: text,
  version: count,
  previous_version: count,
  changed: z.boolean(),
  applied: count,
  node_count: count,
  edge_count: count,
});
export type GraphMutateOutput = z.infer<typeof GraphMutateOutput>;

import * as z from "zod";
import { integerFrom } from "../primitives/integer.ts";
import { JsonPatchOperation } from "./json-patch.ts";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const GraphDiffInput = z.strictObject({
  graph_id: graphId,
  from_version: integerFrom(1).describe("Version to compare from"),
  to_version: graphVersion,
});
export type GraphDiffInput = z.infer<typeof GraphDiffInput>;

export const GraphDiffOutput = z.object({
  graph_id: text,
  from_version: count,
  to_version: count,
  changed: z.boolean(),
  patch: z.array(JsonPatchOperation),
  summary: z.object({
    nodes_added: count,
    nodes_removed: count,
    nodes_changed: count,
    edges_added: count,
    edges_removed: count,
    edges_changed: count,
    metadata_changed: z.boolean(),
  }),
});
export type GraphDiffOutput = z.infer<typeof GraphDiffOutput>;

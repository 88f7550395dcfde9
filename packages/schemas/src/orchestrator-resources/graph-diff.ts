import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { integerFrom } from "../primitives/integer.ts";
import { GraphMutateOutput } from "./graph-mutate.ts";
import { JsonPatchOperation } from "./json-patch.ts";
import { count, idempotent, text } from "./response-fields.ts";
import {
  expectedVersion,
  graphId,
  graphVersion,
  idempotencyKey,
  lockHolder,
} from "./tool-parameters.ts";

export const GraphDiffInput = z.strictObject({
  graph_id: graphId,
  from_version: integerFrom(1).describe("Version to start from"),
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

export const GraphPatchInput = z.strictObject({
  graph_id: graphId,
  patch: z
    .array(describedObject("{op, path, from?, value?}", JsonPatchOperation))
    .min(1)
    .describe("RFC 6902 operations"),
  expected_version: expectedVersion,
  holder: lockHolder,
  idempotency_key: idempotencyKey,
});
export type GraphPatchInput = z.infer<typeof GraphPatchInput>;

export const GraphPatchOutput = GraphMutateOutput.extend({ idempotent });
export type GraphPatchOutput = z.infer<typeof GraphPatchOutput>;

import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { GraphMutateOutput } from "./graph-mutate.ts";
import { JsonPatchOperation } from "./json-patch.ts";
import { idempotent } from "./response-fields.ts";
import { expectedVersion, graphId, idempotencyKey, lockHolder } from "./tool-parameters.ts";

export const GraphPatchInput = z.strictObject({
  graph_id: graphId,
  patch: z
    .array(describedObject("{op, path, from?, value?}", JsonPatchOperation))
    .min(1)
    .describe("JSON Patch: RFC 6902 operations"),
  expected_version: expectedVersion,
  holder: lockHolder,
  idempotency_key: idempotencyKey,
});
export type GraphPatchInput = z.infer<typeof GraphPatchInput>;

export const GraphPatchOutput = GraphMutateOutput.extend({ idempotent });
export type GraphPatchOutput = z.infer<typeof GraphPatchOutput>;

import * as z from "zod";
import { GraphMutateInput, GraphMutateOutput } from "./graph-mutate.ts";
import { FurtherGraphOperation } from "./graph-operation.ts";
import { idempotent } from "./response-fields.ts";
import { idempotencyKey } from "./tool-parameters.ts";

export const GraphBatchMutateInput = z.strictObject({
  ...GraphMutateInput.shape,
  ops: z.array(FurtherGraphOperation).min(1).max(200).describe("Changes to apply, in order"),
  idempotency_key: idempotencyKey,
});
export type GraphBatchMutateInput = z.infer<typeof GraphBatchMutateInput>;

export const GraphBatchMutateOutput = GraphMutateOutput.extend({ idempotent });
export type GraphBatchMutateOutput = z.infer<typeof GraphBatchMutateOutput>;

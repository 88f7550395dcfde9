import * as z from "zod";
import { FurtherGraphOperation } from "./graph-operation.ts";
import { count } from "./response-fields.ts";
import { lockHolder } from "./tool-parameters.ts";
import { Transaction, txId } from "./transaction.ts";

export const TxApplyInput = z.strictObject({
  tx_id: txId,
  ops: z.array(FurtherGraphOperation).min(1).describe("Changes to apply, in order"),
  holder: lockHolder,
});
export type TxApplyInput = z.infer<typeof TxApplyInput>;

export const TxApplyOutput = Transaction.extend({
  applied: count,
  changed: z.boolean(),
  node_count: count,
  edge_count: count,
});
export type TxApplyOutput = z.infer<typeof TxApplyOutput>;

import * as z from "zod";
import { count, nullableInstant } from "./response-fields.ts";
import { lockHolder } from "./tool-parameters.ts";
import { Transaction, txId } from "./transaction.ts";

export const TxCommitInput = z.strictObject({ tx_id: txId, holder: lockHolder });
export type TxCommitInput = z.infer<typeof TxCommitInput>;

/** A transaction that changed nothing keeps the version. */
export const TxCommitOutput = Transaction.extend({
  version: count,
  changed: z.boolean(),
  committed_at: nullableInstant,
});
export type TxCommitOutput = z.infer<typeof TxCommitOutput>;

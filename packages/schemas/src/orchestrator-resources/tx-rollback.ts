import * as z from "zod";
import { Transaction, txId } from "./transaction.ts";

export const TxRollbackInput = z.strictObject({ tx_id: txId });
export type TxRollbackInput = z.infer<typeof TxRollbackInput>;

export const TxRollbackOutput = Transaction;
export type TxRollbackOutput = z.infer<typeof TxRollbackOutput>;

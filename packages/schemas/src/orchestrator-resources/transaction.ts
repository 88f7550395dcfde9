import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { identifier } from "./tool-parameters.ts";

export const TRANSACTION_STATES = ["pending", "committed", "rolled_back"] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

export const txId = identifier("Id of the transaction, as tx_begin returned it");

export const Transaction = z.object({
  tx_id: text,
  graph_id: text,
  base_version: count,
  state: z.enum(TRANSACTION_STATES),
});

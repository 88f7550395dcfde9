import * as z from "zod";
import { FurtherGraphOperation } from "./graph-operation.ts";
import { TRANSACTION_STATES } from "./resources-read.ts";
import { count, idempotent, instant, nullableInstant, text } from "./response-fields.ts";
import { duration, graphId, idempotencyKey, identifier, lockHolder } from "./tool-parameters.ts";

const txId = identifier("Transaction id");

const Transaction = z.object({
  tx_id: text,
  graph_id: text,
  base_version: count,
  state: z.enum(TRANSACTION_STATES),
});

export const TxBeginInput = z.strictObject({
  graph_id: graphId,
  ttl_ms: duration("Rolled back after").default(60_000),
  holder: lockHolder,
  idempotency_key: idempotencyKey,
});
export type TxBeginInput = z.infer<typeof TxBeginInput>;

export const TxBeginOutput = Transaction.extend({
  started_at: instant,
  expires_at: instant,
  snapshot_uri: text,
  idempotent,
});
export type TxBeginOutput = z.infer<typeof TxBeginOutput>;

export const TxApplyInput = z.strictObject({
  tx_id: txId,
  ops: z.array(FurtherGraphOperation).min(1).describe("Changes, in order"),
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

export const TxCommitInput = z.strictObject({ tx_id: txId, holder: lockHolder });
export type TxCommitInput = z.infer<typeof TxCommitInput>;

/** A transaction that changed nothing keeps the version. */
export const TxCommitOutput = Transaction.extend({
  version: count,
  changed: z.boolean(),
  committed_at: nullableInstant,
});
export type TxCommitOutput = z.infer<typeof TxCommitOutput>;

export const TxRollbackInput = z.strictObject({ tx_id: txId });
export type TxRollbackInput = z.infer<typeof TxRollbackInput>;

export const TxRollbackOutput = Transaction;
export type TxRollbackOutput = z.infer<typeof TxRollbackOutput>;

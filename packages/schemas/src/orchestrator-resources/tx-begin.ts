import * as z from "zod";
import { idempotent, instant, text } from "./response-fields.ts";
import { duration, graphId, idempotencyKey, lockHolder } from "./tool-parameters.ts";
import { Transaction } from "./transaction.ts";

export const TxBeginInput = z.strictObject({
  graph_id: graphId,
  ttl_ms: duration("Milliseconds after which it is rolled back by itself").default(60_000),
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

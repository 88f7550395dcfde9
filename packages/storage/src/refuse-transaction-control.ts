import { misuse } from "./storage-error.ts";

const TRANSACTION_CONTROL = /^\s*(?:begin|start|commit|end|rollback|abort|savepoint|release)\b/i;

/** A body that ended its transaction would take the work of others with it. */
export function refuseTransactionControl(sql: string): void {
  if (!TRANSACTION_CONTROL.test(sql)) return;
  throw misuse("began or ended a transaction itself. Throw to undo");
}

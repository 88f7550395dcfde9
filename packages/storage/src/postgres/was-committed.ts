import { retryUntil } from "../retry-until.ts";
import { storageError } from "../storage-error.ts";
import { isTransient } from "./postgres-error.ts";
import type { SessionPool } from "./session-pool.ts";

/** A transaction, and the line of history of the database in which its number means it. */
export type Transaction = { id: string; history: string };

const LONGEST_PAUSE_MS = 250;

/** Asks the database about a commit whose answer was lost. Undefined when that cannot be found out. */
export async function wasCommitted(
  sessions: SessionPool,
  { id, history }: Transaction,
  budgetMs: number,
): Promise<boolean | undefined> {
  const ask = () =>
    sessions.use(async (connection) => {
      if (connection.history !== history) return undefined;
      const { rows } = await connection.command(`select pg_xact_status('${id}') as status`);
      const status = rows[0]?.["status"];
      if (status === "in progress") throw stillRunning();
      return status === null ? undefined : status === "committed";
    });
  try {
    return await retryUntil(ask, {
      isRetryable: isTransient,
      budgetMs,
      longestPauseMs: LONGEST_PAUSE_MS,
    });
  } catch {
    return undefined;
  }
}

function stillRunning() {
  return storageError("E-STORAGE-BUSY", "The transaction has not ended yet.", {
    details: { transient: true },
  });
}

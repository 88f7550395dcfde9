import { CodedError } from "@faculties/errors";
import type { GraphLockOutput } from "@faculties/schemas/orchestrator-resources/graph-lock";
import type { GraphUnlockOutput } from "@faculties/schemas/orchestrator-resources/graph-unlock";
import { and, eq, gt, type Transaction } from "@faculties/storage";
import { graphLocks } from "./tables.ts";

/** Hosts that share a database know its time only about. */
const CLOCKS_DIFFER_MS = 5_000;

/** Refuses a change while somebody else holds the graph. */
export async function refuseLocked(
  tx: Transaction,
  now: number,
  graphId: string,
  holder: string | null | undefined,
): Promise<void> {
  const lock = await findLock(tx, graphId, now);
  if (lock && lock.holder !== holder) throw lockHeld(graphId, lock);
}

/** Takes the lock, or keeps it for longer. */
export async function acquireLock(
  tx: Transaction,
  now: number,
  { graphId, holder, ttlMs }: { graphId: string; holder: string; ttlMs: number },
): Promise<GraphLockOutput> {
  const lock = await findLock(tx, graphId, now);
  if (lock && lock.holder !== holder) throw lockHeld(graphId, lock);
  const acquiredAt = lock?.acquiredAt ?? now;
  const expiresAt = now + ttlMs;
  await tx
    .insert(graphLocks)
    .values({ graphId, holder, acquiredAt, expiresAt, ttlMs })
    .onConflictDoUpdate({
      target: graphLocks.graphId,
      set: { holder, acquiredAt, expiresAt, ttlMs },
    });
  return {
    graph_id: graphId,
    holder,
    acquired_at: acquiredAt,
    expires_at: expiresAt,
    refreshed: lock !== undefined,
  };
}

export async function releaseLock(
  tx: Transaction,
  now: number,
  { graphId, holder }: { graphId: string; holder: string },
): Promise<GraphUnlockOutput> {
  const lock = await findLock(tx, graphId, now);
  if (!lock)
    throw new CodedError("E-LOCK-NOTFOUND", `Nobody holds the graph "${graphId}".`, {
      details: { graphId },
    });
  if (lock.holder !== holder) throw lockHeld(graphId, lock);
  await tx.delete(graphLocks).where(eq(graphLocks.graphId, graphId));
  return { graph_id: graphId, holder, released: true };
}

async function findLock(tx: Transaction, graphId: string, now: number) {
  const [lock] = await tx
    .select()
    .from(graphLocks)
    .where(and(eq(graphLocks.graphId, graphId), gt(graphLocks.expiresAt, now)));
  return lock === undefined || wasTakenInFuture(lock, now) ? undefined : lock;
}

/** More time left than it was taken for: the clock was ahead then, and would hold the lock until it gets there again. */
function wasTakenInFuture(
  { expiresAt, ttlMs }: { expiresAt: number; ttlMs: number | null },
  now: number,
): boolean {
  return ttlMs !== null && expiresAt - now > ttlMs + CLOCKS_DIFFER_MS;
}

function lockHeld(graphId: string, { holder, expiresAt }: { holder: string; expiresAt: number }) {
  return new CodedError(
    "E-LOCK-HELD",
    `"${holder}" holds the graph "${graphId}" until ${new Date(expiresAt).toISOString()}. Try again then.`,
    { details: { graphId, holder, expiresAt } },
  );
}

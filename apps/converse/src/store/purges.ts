import { lt, type Transaction } from "@faculties/storage";
import { cachedAnswers, calls, conversations, purges } from "./tables.ts";

const NAME = "conversations";
const DAY_MS = 24 * 60 * 60 * 1000;
const CALLS_KEPT_MS = 30 * DAY_MS;

/**
 * Deletes everything that had already expired at an earlier purge, a day ago or more, so that a clock that is wrong for a
 * moment hides conversations but does not delete them. The write must not name lock keys: it has to exclude all others, so
 * that none adds a turn to a conversation that is being deleted.
 */
export async function purgeExpired(
  tx: Transaction,
  { now, idleMs }: { now: number; idleMs: number },
): Promise<void> {
  await tx.delete(cachedAnswers).where(lt(cachedAnswers.expiresAt, now));
  const earlier = await lastPurge(tx);
  const isRecent = earlier !== undefined && earlier <= now && earlier > now - DAY_MS;
  if (isRecent) return;
  await recordPurge(tx, now);
  if (earlier === undefined || earlier > now) return;
  await tx.delete(conversations).where(lt(conversations.updatedAt, earlier - idleMs));
  await tx.delete(calls).where(lt(calls.startedAt, earlier - CALLS_KEPT_MS));
}

/** When the last purge ran, by the clock of that time. */
async function lastPurge(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.select({ at: purges.at }).from(purges);
  return row?.at;
}

async function recordPurge(tx: Transaction, at: number): Promise<void> {
  await tx
    .insert(purges)
    .values({ name: NAME, at })
    .onConflictDoUpdate({ target: purges.name, set: { at } });
}

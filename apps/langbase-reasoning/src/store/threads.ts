import { and, eq, type Transaction } from "@faculties/storage";
import { threads } from "./tables.ts";

/** A thread that Langbase gave out; each session has one for each pipe. */
type ThreadRow = typeof threads.$inferSelect;

export async function findThread(
  tx: Transaction,
  sessionId: string,
  pipeName: string,
): Promise<ThreadRow | undefined> {
  const [row] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.sessionId, sessionId), eq(threads.pipeName, pipeName)));
  return row;
}

export async function saveThread(tx: Transaction, row: ThreadRow): Promise<void> {
  const { threadId, knownPosition } = row;
  await tx
    .insert(threads)
    .values(row)
    .onConflictDoUpdate({
      target: [threads.sessionId, threads.pipeName],
      set: { threadId, knownPosition },
    });
}

/** A thread remembers thoughts that a backtrack undid, so the session must not continue it. */
export async function forgetThreads(tx: Transaction, sessionId: string): Promise<void> {
  await tx.delete(threads).where(eq(threads.sessionId, sessionId));
}

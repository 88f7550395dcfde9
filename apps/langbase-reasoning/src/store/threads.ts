import { and, eq, type Transaction } from "@faculties/storage";
import { threads } from "./tables.ts";

type ThreadRow = typeof threads.$inferSelect;

/** One line of thought in one pipe: a thread of its own at Langbase. */
export type ThreadKey = { sessionId: string; pipeName: string; branchId: string | null };

const MAIN_LINE = "";

export async function findThread(
  tx: Transaction,
  key: ThreadKey,
): Promise<Pick<ThreadRow, "threadId" | "tip"> | undefined> {
  const [row] = await tx.select().from(threads).where(isThread(key));
  return row;
}

export async function saveThread(
  tx: Transaction,
  { branchId, ...key }: ThreadKey,
  { threadId, tip }: Pick<ThreadRow, "threadId" | "tip">,
): Promise<void> {
  await tx
    .insert(threads)
    .values({ ...key, branchId: branchId ?? MAIN_LINE, threadId, tip })
    .onConflictDoUpdate({
      target: [threads.sessionId, threads.pipeName, threads.branchId],
      set: { threadId, tip },
    });
}

export async function forgetThread(tx: Transaction, key: ThreadKey): Promise<void> {
  await tx.delete(threads).where(isThread(key));
}

/** A thread remembers thoughts that a backtrack undid, so the session must not continue it. Returns the ids at Langbase. */
export async function forgetThreads(tx: Transaction, sessionId: string): Promise<string[]> {
  const gone = await tx
    .delete(threads)
    .where(eq(threads.sessionId, sessionId))
    .returning({ threadId: threads.threadId });
  return gone.map(({ threadId }) => threadId);
}

function isThread({ sessionId, pipeName, branchId }: ThreadKey) {
  return and(
    eq(threads.sessionId, sessionId),
    eq(threads.pipeName, pipeName),
    eq(threads.branchId, branchId ?? MAIN_LINE),
  );
}

import { and, eq, type Transaction } from "@faculties/storage";
import { threads } from "./tables.ts";

export type ThreadRow = typeof threads.$inferSelect;

/** The threads that Langbase itself gave out, one for each session and pipe. */
export function threadStore(tx: Transaction) {
  return {
    async find(sessionId: string, pipeName: string): Promise<ThreadRow | undefined> {
      const [row] = await tx
        .select()
        .from(threads)
        .where(and(eq(threads.sessionId, sessionId), eq(threads.pipeName, pipeName)));
      return row;
    },

    async save(row: ThreadRow): Promise<void> {
      const { threadId, knownPosition } = row;
      await tx
        .insert(threads)
        .values(row)
        .onConflictDoUpdate({
          target: [threads.sessionId, threads.pipeName],
          set: { threadId, knownPosition },
        });
    },

    /** A thread knows what a backtrack has undone, so that it cannot be continued. */
    async forget(sessionId: string): Promise<void> {
      await tx.delete(threads).where(eq(threads.sessionId, sessionId));
    },
  };
}

import { randomUUID } from "node:crypto";
import { asc, eq, type Transaction } from "@faculties/storage";
import { invocations } from "./tables.ts";

export type InvocationRow = typeof invocations.$inferSelect;
export type NewInvocation = Omit<InvocationRow, "id" | "createdAt">;

export function invocationStore(tx: Transaction, now: () => number) {
  return {
    async add(given: NewInvocation): Promise<void> {
      await tx.insert(invocations).values({ id: randomUUID(), createdAt: now(), ...given });
    },

    all: (sessionId: string): Promise<InvocationRow[]> =>
      tx
        .select()
        .from(invocations)
        .where(eq(invocations.sessionId, sessionId))
        .orderBy(asc(invocations.createdAt)),

    /** What metrics are made of; of one session or of all. */
    figures: (sessionId: string | undefined) =>
      tx
        .select({
          pipeName: invocations.pipeName,
          latencyMs: invocations.latencyMs,
          success: invocations.success,
          fallback: invocations.fallback,
        })
        .from(invocations)
        .where(sessionId === undefined ? undefined : eq(invocations.sessionId, sessionId)),
  };
}

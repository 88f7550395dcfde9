import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import { presetRuns } from "./tables.ts";

export type PresetRunRow = typeof presetRuns.$inferSelect;

export function presetRunStore(tx: Transaction, now: () => number) {
  return {
    async begin(sessionId: string, presetId: string): Promise<string> {
      const at = now();
      const id = randomUUID();
      const position = await nextSequence(tx, "positions");
      const row = { id, position, sessionId, presetId, createdAt: at, updatedAt: at };
      await tx.insert(presetRuns).values({ ...row, status: "running", results: {}, error: null });
      return id;
    },

    async save(
      id: string,
      change: Pick<PresetRunRow, "status" | "results" | "error">,
    ): Promise<void> {
      await tx
        .update(presetRuns)
        .set({ ...change, updatedAt: now() })
        .where(eq(presetRuns.id, id));
    },

    all: (sessionId: string): Promise<PresetRunRow[]> =>
      tx
        .select()
        .from(presetRuns)
        .where(eq(presetRuns.sessionId, sessionId))
        .orderBy(asc(presetRuns.position)),
  };
}

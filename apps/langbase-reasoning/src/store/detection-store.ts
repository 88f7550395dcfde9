import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import type { Finding } from "../domain/detection/finding.ts";
import { inPages } from "./in-pages.ts";
import { detections } from "./tables.ts";

export type DetectionRow = typeof detections.$inferSelect;
type Place = Pick<DetectionRow, "sessionId" | "thoughtId" | "detectionType">;

const ROWS_AT_ONCE = 1_000;

export function detectionStore(tx: Transaction, now: () => number) {
  return {
    async add(place: Place, findings: readonly Finding[]): Promise<void> {
      if (findings.length === 0) return;
      const first = await nextSequence(tx, "positions", findings.length);
      const rows = findings.map(({ type, category, ...finding }, index) => ({
        ...place,
        ...finding,
        id: randomUUID(),
        position: first + index,
        name: type,
        createdAt: now(),
        metadata: category === undefined ? null : { category },
      }));
      await inPages(rows, (page) => tx.insert(detections).values(page), ROWS_AT_ONCE);
    },

    all: (sessionId: string): Promise<DetectionRow[]> =>
      tx
        .select()
        .from(detections)
        .where(eq(detections.sessionId, sessionId))
        .orderBy(asc(detections.position)),
  };
}

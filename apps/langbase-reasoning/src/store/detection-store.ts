import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Queries } from "@faculties/storage";
import type { Finding } from "../domain/detection/finding.ts";
import { detections } from "./tables.ts";

export type DetectionRow = typeof detections.$inferSelect;
type Place = Pick<DetectionRow, "sessionId" | "thoughtId" | "detectionType">;

export function detectionStore(db: Queries, now: () => number) {
  return {
    async add(place: Place, findings: readonly Finding[]): Promise<void> {
      if (findings.length === 0) return;
      const first = await nextSequence(db, "positions", findings.length);
      await db.insert(detections).values(
        findings.map(({ type, category, ...finding }, index) => ({
          ...place,
          ...finding,
          id: randomUUID(),
          position: first + index,
          name: type,
          createdAt: now(),
          metadata: category === undefined ? null : { category },
        })),
      );
    },

    all: (sessionId: string): Promise<DetectionRow[]> =>
      db
        .select()
        .from(detections)
        .where(eq(detections.sessionId, sessionId))
        .orderBy(asc(detections.position)),
  };
}

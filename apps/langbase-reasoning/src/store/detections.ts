import { randomUUID } from "node:crypto";
import type { Detection } from "@faculties/schemas/langbase-reasoning/detection";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import type { Finding } from "../domain/detection/findings.ts";
import { isoTime } from "../domain/iso-time.ts";
import { inPages } from "./in-pages.ts";
import { detections } from "./tables.ts";

type DetectionRow = typeof detections.$inferSelect;

const ROWS_AT_ONCE = 1_000;

export async function addDetections(
  tx: Transaction,
  source: Pick<DetectionRow, "sessionId" | "thoughtId" | "detectionType">,
  findings: readonly Finding[],
  now: number,
): Promise<void> {
  if (findings.length === 0) return;
  const first = await nextSequence(tx, "positions", findings.length);
  const rows = findings.map(({ type, category, ...finding }, index) => ({
    ...source,
    ...finding,
    id: randomUUID(),
    position: first + index,
    name: type,
    createdAt: now,
    metadata: category === undefined ? null : { category },
  }));
  await inPages(rows, (page) => tx.insert(detections).values(page), ROWS_AT_ONCE);
}

export function listDetections(tx: Transaction, sessionId: string): Promise<DetectionRow[]> {
  return tx
    .select()
    .from(detections)
    .where(eq(detections.sessionId, sessionId))
    .orderBy(asc(detections.position));
}

export function toDetection(row: DetectionRow): Detection {
  return {
    id: row.id,
    session_id: row.sessionId,
    thought_id: row.thoughtId,
    detection_type: row.detectionType,
    name: row.name,
    severity: row.severity,
    confidence: row.confidence,
    explanation: row.explanation,
    remediation: row.remediation,
    excerpt: row.excerpt,
    created_at: isoTime(row.createdAt),
    metadata: row.metadata,
  };
}

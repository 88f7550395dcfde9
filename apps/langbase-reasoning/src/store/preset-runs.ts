import { randomUUID } from "node:crypto";
import { asc, eq, nextSequence, type Transaction } from "@faculties/storage";
import type { PresetRunRecord } from "../domain/export/session-record.ts";
import { isoTime } from "../domain/iso-time.ts";
import { presetRuns } from "./tables.ts";

type PresetRunRow = typeof presetRuns.$inferSelect;

export async function beginPresetRun(
  tx: Transaction,
  sessionId: string,
  presetId: string,
  now: number,
): Promise<string> {
  const id = randomUUID();
  const position = await nextSequence(tx, "positions");
  const row = { id, position, sessionId, presetId, createdAt: now, updatedAt: now };
  await tx.insert(presetRuns).values({ ...row, status: "running", results: {}, error: null });
  return id;
}

export async function savePresetRun(
  tx: Transaction,
  id: string,
  change: Pick<PresetRunRow, "status" | "results" | "error">,
  now: number,
): Promise<void> {
  await tx
    .update(presetRuns)
    .set({ ...change, updatedAt: now })
    .where(eq(presetRuns.id, id));
}

export function listPresetRuns(tx: Transaction, sessionId: string): Promise<PresetRunRow[]> {
  return tx
    .select()
    .from(presetRuns)
    .where(eq(presetRuns.sessionId, sessionId))
    .orderBy(asc(presetRuns.position));
}

export function toPresetRun(row: PresetRunRow): PresetRunRecord {
  return {
    id: row.id,
    preset_id: row.presetId,
    status: row.status,
    results: row.results,
    error: row.error,
    created_at: isoTime(row.createdAt),
  };
}

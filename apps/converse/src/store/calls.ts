import { gte, type Transaction } from "@faculties/storage";
import type { ModelCall } from "../domain/summarize-calls.ts";
import { calls } from "./tables.ts";

export async function insertCall(
  tx: Transaction,
  call: ModelCall,
  startedAt: number,
): Promise<void> {
  await tx.insert(calls).values({ ...call, costUsd: call.costUsd ?? null, startedAt });
}

export async function callsSince(tx: Transaction, startedAt: number): Promise<ModelCall[]> {
  const rows = await tx.select().from(calls).where(gte(calls.startedAt, startedAt));
  return rows.map((row) => ({ ...row, costUsd: row.costUsd ?? undefined }));
}

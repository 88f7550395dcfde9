import { randomUUID } from "node:crypto";
import type { Invocation } from "@faculties/schemas/langbase-reasoning/invocation";
import { asc, eq, type Transaction } from "@faculties/storage";
import { isoTime } from "../domain/iso-time.ts";
import { invocations } from "./tables.ts";

type InvocationRow = typeof invocations.$inferSelect;

export async function addInvocation(
  tx: Transaction,
  given: Omit<InvocationRow, "id" | "createdAt">,
  now: number,
): Promise<void> {
  await tx.insert(invocations).values({ id: randomUUID(), createdAt: now, ...given });
}

export function listInvocations(tx: Transaction, sessionId: string): Promise<InvocationRow[]> {
  return tx
    .select()
    .from(invocations)
    .where(eq(invocations.sessionId, sessionId))
    .orderBy(asc(invocations.createdAt));
}

/** The columns that the metrics need, of one session or of all. */
export function listCallFigures(tx: Transaction, sessionId: string | undefined) {
  return tx
    .select({
      pipeName: invocations.pipeName,
      latencyMs: invocations.latencyMs,
      success: invocations.success,
      fallback: invocations.fallback,
    })
    .from(invocations)
    .where(sessionId === undefined ? undefined : eq(invocations.sessionId, sessionId));
}

export function toInvocation(row: InvocationRow): Invocation {
  return {
    id: row.id,
    session_id: row.sessionId,
    tool_name: row.toolName,
    input: row.input,
    output: row.output,
    pipe_name: row.pipeName,
    latency_ms: row.latencyMs === null ? null : Math.round(row.latencyMs),
    success: row.success,
    error: row.error,
    created_at: isoTime(row.createdAt),
  };
}

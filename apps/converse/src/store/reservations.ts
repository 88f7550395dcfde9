import { eq, gte, lt, sum, type Transaction } from "@faculties/storage";
import { calls, reservations } from "./tables.ts";

/** No call takes longer; what is older was left by a process that died. */
const LONGEST_CALL_MS = 60 * 60 * 1000;

/** The money that was spent since a moment, and the most that running calls may still spend. */
export async function spentSince(tx: Transaction, since: number, now: number): Promise<number> {
  const [paid] = await tx
    .select({ usd: sum(calls.costUsd) })
    .from(calls)
    .where(gte(calls.startedAt, since));
  const [held] = await tx
    .select({ usd: sum(reservations.usd) })
    .from(reservations)
    .where(gte(reservations.at, now - LONGEST_CALL_MS));
  return Number(paid?.usd ?? 0) + Number(held?.usd ?? 0);
}

export async function insertReservation(
  tx: Transaction,
  reservation: { id: string; usd: number; at: number },
): Promise<void> {
  await tx.delete(reservations).where(lt(reservations.at, reservation.at - LONGEST_CALL_MS));
  await tx.insert(reservations).values(reservation);
}

export async function deleteReservation(tx: Transaction, id: string): Promise<void> {
  await tx.delete(reservations).where(eq(reservations.id, id));
}

import { and, eq, gte, type Transaction } from "@faculties/storage";
import { cachedAnswers } from "./tables.ts";

/** The answer that is cached under this key and has not expired. */
export async function findCachedAnswer(
  tx: Transaction,
  key: string,
  now: number,
): Promise<unknown> {
  const [row] = await tx
    .select()
    .from(cachedAnswers)
    .where(and(eq(cachedAnswers.key, key), gte(cachedAnswers.expiresAt, now)));
  return row?.answer;
}

export async function putCachedAnswer(
  tx: Transaction,
  { key, answer, expiresAt }: { key: string; answer: object; expiresAt: number },
): Promise<void> {
  await tx
    .insert(cachedAnswers)
    .values({ key, answer, expiresAt })
    .onConflictDoUpdate({ target: cachedAnswers.key, set: { answer, expiresAt } });
}

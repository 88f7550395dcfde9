import type { Transaction } from "@faculties/storage";
import { purges } from "./tables.ts";

const NAME = "conversations";

/** When what had expired was last looked for, by the clock of then. */
export async function lastPurge(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.select({ at: purges.at }).from(purges);
  return row?.at;
}

export async function recordPurge(tx: Transaction, at: number): Promise<void> {
  await tx
    .insert(purges)
    .values({ name: NAME, at })
    .onConflictDoUpdate({ target: purges.name, set: { at } });
}

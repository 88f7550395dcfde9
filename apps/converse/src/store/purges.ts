import type { Queries } from "@faculties/storage";
import { purges } from "./tables.ts";

const NAME = "conversations";

/** When what had expired was last looked for, by the clock of then. */
export async function lastPurge(db: Queries): Promise<number | undefined> {
  const [row] = await db.select({ at: purges.at }).from(purges);
  return row?.at;
}

export async function recordPurge(db: Queries, at: number): Promise<void> {
  await db
    .insert(purges)
    .values({ name: NAME, at })
    .onConflictDoUpdate({ target: purges.name, set: { at } });
}

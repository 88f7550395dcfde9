import { eq, type Queries } from "@faculties/storage";
import type { LastWrite } from "../domain/cooldown.ts";
import { cooldowns } from "./tables.ts";

/** The last successful write of a role, by whichever process. */
export async function lastWrite(db: Queries, role: string): Promise<LastWrite | undefined> {
  const [row] = await db.select().from(cooldowns).where(eq(cooldowns.role, role));
  return row && { wallMs: row.wall, boot: row.boot, offsetMs: row.offset, debtMs: row.debt };
}

export async function noteWrite(
  db: Queries,
  role: string,
  { wallMs: wall, boot, offsetMs: offset, debtMs: debt }: LastWrite,
): Promise<void> {
  await db
    .insert(cooldowns)
    .values({ role, wall, boot, offset, debt })
    .onConflictDoUpdate({ target: cooldowns.role, set: { wall, boot, offset, debt } });
}

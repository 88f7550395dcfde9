import { eq, type Queries } from "@faculties/storage";
import type { Moment } from "../domain/elapsed-since.ts";
import { cooldowns } from "./tables.ts";

/** The last successful write of a role, by whichever process. */
export async function lastWrite(db: Queries, role: string): Promise<Moment | undefined> {
  const [row] = await db.select().from(cooldowns).where(eq(cooldowns.role, role));
  return row && { wallMs: row.wall, boot: row.boot, offsetMs: row.offset };
}

export async function noteWrite(
  db: Queries,
  role: string,
  { wallMs: wall, boot, offsetMs: offset }: Moment,
): Promise<void> {
  await db
    .insert(cooldowns)
    .values({ role, wall, boot, offset })
    .onConflictDoUpdate({ target: cooldowns.role, set: { wall, boot, offset } });
}

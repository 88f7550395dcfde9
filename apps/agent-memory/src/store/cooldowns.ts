import { eq, type Transaction } from "@faculties/storage";
import type { LastWrite } from "../domain/cooldown.ts";
import { cooldowns } from "./tables.ts";

/** The last successful write of a role, by whichever process. */
export async function lastWrite(tx: Transaction, role: string): Promise<LastWrite | undefined> {
  const [row] = await tx.select().from(cooldowns).where(eq(cooldowns.role, role));
  return row && { wallMs: row.wall, boot: row.boot, offsetMs: row.offset, debtMs: row.debt };
}

export async function noteWrite(
  tx: Transaction,
  role: string,
  { wallMs: wall, boot, offsetMs: offset, debtMs: debt }: LastWrite,
): Promise<void> {
  await tx
    .insert(cooldowns)
    .values({ role, wall, boot, offset, debt })
    .onConflictDoUpdate({ target: cooldowns.role, set: { wall, boot, offset, debt } });
}

import { eq, type Transaction } from "@faculties/storage";
import { gitCursors } from "./tables.ts";

export async function readCursor(tx: Transaction, repository: string): Promise<string | undefined> {
  const [row] = await tx.select().from(gitCursors).where(eq(gitCursors.repository, repository));
  return row?.commit;
}

export async function moveCursor(
  tx: Transaction,
  repository: string,
  commit: string,
): Promise<void> {
  await tx
    .insert(gitCursors)
    .values({ repository, commit })
    .onConflictDoUpdate({ target: gitCursors.repository, set: { commit } });
}

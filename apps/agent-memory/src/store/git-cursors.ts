import { eq, type Queries } from "@faculties/storage";
import { gitCursors } from "./tables.ts";

export async function readCursor(db: Queries, repository: string): Promise<string | undefined> {
  const [row] = await db.select().from(gitCursors).where(eq(gitCursors.repository, repository));
  return row?.commit;
}

export async function moveCursor(db: Queries, repository: string, commit: string): Promise<void> {
  await db
    .insert(gitCursors)
    .values({ repository, commit })
    .onConflictDoUpdate({ target: gitCursors.repository, set: { commit } });
}

import type { SqliteConnection } from "./sqlite-connection.ts";

type Checkpoint = { busy: number; log: number; checkpointed: number };

/** Moves the log into the database. False when that failed, or when others still need a part of it. */
export function emptyLog({ database }: SqliteConnection): boolean {
  try {
    const [done] = database.pragma("wal_checkpoint(passive)") as [Checkpoint];
    return done.busy === 0 && done.log === done.checkpointed;
  } catch {
    return false;
  }
}

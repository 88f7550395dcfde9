import { chmod, open, rename, rm } from "node:fs/promises";
import { storageError } from "../storage-error.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Copies one snapshot page by page, while other connections continue to read and write. */
export async function backupSqlite(source: SqliteConnection, file: string): Promise<void> {
  await reserve(file);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    // Holding a snapshot keeps the copy from starting over after every write.
    source.command("BEGIN");
    source.database.prepare("select count(*) from sqlite_schema").get();
    await source.database.backup(partial);
    await chmod(partial, 0o600);
    await flush(partial);
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    await rm(file, { force: true });
    throw failed(file, "the copy could not be written. Check its folder and the free space", cause);
  } finally {
    source.rollback();
  }
}

async function reserve(file: string): Promise<void> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.close();
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const reason = exists
      ? "the file is already there and is never overwritten. Name another file"
      : "the file cannot be made. Check its folder";
    throw failed(file, reason, cause);
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function failed(file: string, reason: string, cause: unknown) {
  return storageError("E-STORAGE-BACKUP", `No backup was made to ${file}: ${reason}.`, { cause });
}

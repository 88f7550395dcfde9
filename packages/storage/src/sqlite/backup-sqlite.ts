import { open, rename, rm } from "node:fs/promises";
import { storageError } from "../storage-error.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Copies one snapshot, while other processes go on reading and writing. */
export async function backupSqlite(source: SqliteConnection, file: string): Promise<void> {
  await reserve(file);
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    await create(partial);
    source.database.prepare("vacuum into ?").run(partial);
    await flush(partial);
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    await rm(file, { force: true });
    throw failed(file, "the copy could not be written. Check its folder and the free space", cause);
  }
}

async function reserve(file: string): Promise<void> {
  try {
    await create(file);
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const reason = exists
      ? "the file is already there and is never overwritten. Name another file"
      : "the file cannot be made. Check its folder";
    throw failed(file, reason, cause);
  }
}

async function create(file: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  await handle.close();
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

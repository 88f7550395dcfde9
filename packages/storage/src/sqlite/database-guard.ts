import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { explainSqliteError } from "./sqlite-error.ts";
import { makeEmpty } from "./prepare-database-file.ts";
import { retryWhileBusy } from "./sqlite-connection.ts";

/** Which files belonged together when a process last opened the database. */
export type Owner = { main: string; log: string; index: string };

const READ = `select main, log, wal_index as "index" from owner`;
const CREATE = "create table if not exists owner (main text, log text, wal_index text)";
const DAMAGED = ["SQLITE_NOTADB", "SQLITE_CORRUPT"];

export const guardOf = (file: string): string => `${file}-guard`;

/** A small database next to the other, because its lock ends with its process; that of a plain file would not. */
export async function lockGuard(
  Database: typeof Sqlite,
  file: string,
  busyTimeoutMs: number,
): Promise<Sqlite.Database> {
  let guard: Sqlite.Database | undefined;
  const lock = () => {
    makeEmpty(guardOf(file), file);
    guard ??= new Database(guardOf(file), { timeout: 0, fileMustExist: true });
    // A loss of power may damage it: then nothing is known, which is safe.
    guard.pragma("synchronous = off");
    guard.pragma("journal_mode = memory");
    guard.exec("begin exclusive");
    return guard;
  };
  const lockSound = () => {
    try {
      return lock();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      guard?.close();
      guard = undefined;
      rmSync(guardOf(file));
      return lock();
    }
  };
  try {
    return await retryWhileBusy(() => {
      try {
        return lockSound();
      } catch (error) {
        throw explainSqliteError(error, file);
      }
    }, busyTimeoutMs);
  } catch (error) {
    guard?.close();
    throw error;
  }
}

export function readOwner(guard: Sqlite.Database): Owner | undefined {
  try {
    return guard.prepare<[], Owner>(READ).get();
  } catch {
    return undefined;
  }
}

/** Where it cannot be written, less is known than could be, which is safe. */
export function writeOwner(guard: Sqlite.Database, { main, log, index }: Owner): void {
  try {
    guard.exec(`${CREATE}; delete from owner`);
    guard.prepare("insert into owner values (?, ?, ?)").run(main, log, index);
    guard.exec("commit");
  } catch {
    // The transaction ends with the connection.
  }
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && "code" in error && DAMAGED.includes(String(error.code));
}

import { closeSync, openSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { CodedError } from "@faculties/errors";
import { makeFolder } from "../make-folder.ts";
import { storageError, type StorageErrorCode } from "../storage-error.ts";
import { notADatabase } from "./sqlite-error.ts";

/** SQLite takes less than its smallest page for nothing, and writes over it. */
const SMALLEST_DATABASE_BYTES = 512;

const CODES: Record<string, StorageErrorCode> = {
  EROFS: "E-STORAGE-READ-ONLY",
  ENOSPC: "E-STORAGE-FULL",
  EDQUOT: "E-STORAGE-FULL",
};

const REASONS: Record<string, string> = {
  EACCES: "this user may not write there. Change its permissions or choose another path",
  EPERM: "this user may not write there. Change its permissions or choose another path",
  EROFS: "the file system is read-only. Choose another path",
  EISDIR: "it is a folder. Name a file",
  ENODEV: "it is not a regular file. Choose another path",
  ENOTDIR: "a part of its path is a file, not a folder. Choose another path",
  EEXIST: "a part of its path is a file, not a folder. Choose another path",
  ELOOP: "its links lead in a circle. Choose another path",
  ENAMETOOLONG: "its name is too long. Choose another path",
  ENOSPC: "there is no room left on the disk. Free some space",
};

/** Makes the folders of a database, for their owner only. */
export function prepareFolder(file: string): void {
  explained(file, () => makeFolder(dirname(file), 0o700));
}

/** Makes sure that the file exists, for its owner only. SQLite gives the files that it puts next to it the same mode. */
export function prepareDatabaseFile(file: string): void {
  const size = explained(file, () => sizeOf(file));
  if (size > 0 && size < SMALLEST_DATABASE_BYTES) throw notADatabase(file);
}

/**
 * Makes an empty file unless there is one. It is never opened if it is there: closing a file that a connection of this
 * process uses would drop its locks.
 */
export function makeEmpty(path: string, database = path): Stats {
  return explained(database, () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) return found;
    try {
      closeSync(openSync(path, "wx", 0o600));
    } catch (error) {
      // Another process that starts at the same time may have made it.
      if (statSync(path, { throwIfNoEntry: false }) === undefined) throw error;
    }
    return statSync(path);
  });
}

function sizeOf(file: string): number {
  const found = makeEmpty(file);
  if (found.isFile()) return found.size;
  const code = found.isDirectory() ? "EISDIR" : "ENODEV";
  throw Object.assign(new Error("not a regular file"), { code });
}

function explained<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof CodedError ? error : explain(error, file);
  }
}

function explain(cause: unknown, file: string) {
  const system = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (system === "EACCES" && isFile(file)) {
    return storageError(
      "E-STORAGE-READ-ONLY",
      `The database ${file} is read-only for this user. Allow it to write to the file, then try again.`,
      { cause },
    );
  }
  const reason = REASONS[system] ?? "the system refused it. Check the path";
  return storageError(
    CODES[system] ?? "E-STORAGE-OPEN",
    `The database ${file} cannot be opened: ${reason}.`,
    { cause },
  );
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

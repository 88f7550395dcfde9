import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
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

/**
 * Makes sure that the file and its folders exist, readable by their owner only. SQLite gives the files
 * it puts beside it the same mode.
 */
export function prepareDatabaseFile(file: string): void {
  const size = makeFile(file);
  if (size > 0 && size < SMALLEST_DATABASE_BYTES) throw notADatabase(file);
}

/** Returns how many bytes it has. */
function makeFile(file: string): number {
  try {
    makeFolder(dirname(file), 0o700);
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    const found = fstatSync(descriptor);
    closeSync(descriptor);
    if (!found.isFile()) throw Object.assign(new Error("not a regular file"), { code: "ENODEV" });
    return found.size;
  } catch (cause) {
    throw explain(cause, file);
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

import type { CodedError } from "@faculties/errors";
import { storageError, type ConstraintKind, type StorageErrorCode } from "../storage-error.ts";

type Explanation = { code: StorageErrorCode; text: (file: string) => string };

const NOT_A_DATABASE: Explanation = {
  code: "E-STORAGE-NOT-A-DATABASE",
  text: (file) =>
    `The file ${file} is not a database. Choose another path; the file was left untouched.`,
};

const READ_ONLY: Explanation = {
  code: "E-STORAGE-READ-ONLY",
  text: (file) =>
    `The database ${file} is read-only. Nothing was written; allow this user to write to the file and its folder, then try again.`,
};

const EXPLANATIONS: Record<string, Explanation> = {
  BUSY: {
    code: "E-STORAGE-BUSY",
    text: (file) => `The database ${file} is locked by another process. Try again in a moment.`,
  },
  CANTOPEN: {
    code: "E-STORAGE-OPEN",
    text: (file) =>
      `The database ${file} cannot be opened. Check the path and the permissions of its folder.`,
  },
  CORRUPT: {
    code: "E-STORAGE-CORRUPT",
    text: (file) =>
      `The database ${file} is damaged. Move it away and restore a backup; it was left untouched.`,
  },
  NOTADB: NOT_A_DATABASE,
  READONLY: READ_ONLY,
  FULL: {
    code: "E-STORAGE-FULL",
    text: (file) =>
      `There is no room left for the database ${file}. Nothing was written; free disk space, then try again.`,
  },
  IOERR: {
    code: "E-STORAGE-IO",
    text: (file) =>
      `Reading or writing the database ${file} failed. Nothing was written; check the disk and its free space.`,
  },
  CONSTRAINT: {
    code: "E-STORAGE-CONSTRAINT",
    text: () => "The database refused the change because it breaks a rule of the data.",
  },
};

const SAME_AS: Record<string, string> = { LOCKED: "BUSY", PERM: "READONLY", AUTH: "READONLY" };

export function notADatabase(file: string): CodedError {
  return storageError(NOT_A_DATABASE.code, NOT_A_DATABASE.text(file));
}

export function readOnlyError(file: string): CodedError {
  return storageError(READ_ONLY.code, READ_ONLY.text(file));
}

/** Converts an error of SQLite into one that says what to do; other errors pass as they are. */
export function explainSqliteError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const family = code.split("_")[1] ?? "";
  const known = EXPLANATIONS[SAME_AS[family] ?? family];
  const details = { sqlite: code, ...(family === "CONSTRAINT" ? constraint(error, code) : {}) };
  if (known === undefined) {
    return storageError("E-STORAGE-QUERY", `The database ${file} refused a statement.`, {
      cause: error,
      details,
    });
  }
  return storageError(known.code, known.text(file), { cause: error, details });
}

function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

const KINDS: Record<string, ConstraintKind> = {
  UNIQUE: "unique",
  PRIMARYKEY: "unique",
  ROWID: "unique",
  FOREIGNKEY: "foreign-key",
  NOTNULL: "not-null",
  CHECK: "check",
};

function constraint(error: unknown, code: string) {
  const kind = KINDS[code.slice("SQLITE_CONSTRAINT_".length)] ?? "other";
  const name = error instanceof Error ? error.message.split("failed: ")[1] : undefined;
  return name === undefined ? { kind } : { kind, constraint: name };
}

import { CodedError } from "@faculties/schemas";

export type StorageErrorCode =
  | "E-STORAGE-UNSUPPORTED"
  | "E-STORAGE-OPEN"
  | "E-STORAGE-ACCESS"
  | "E-STORAGE-UNAVAILABLE"
  | "E-STORAGE-UNCERTAIN"
  | "E-STORAGE-NOT-A-DATABASE"
  | "E-STORAGE-SCHEMA"
  | "E-STORAGE-BUSY"
  | "E-STORAGE-CORRUPT"
  | "E-STORAGE-READ-ONLY"
  | "E-STORAGE-FULL"
  | "E-STORAGE-IO"
  | "E-STORAGE-CONSTRAINT"
  | "E-STORAGE-QUERY"
  | "E-STORAGE-TIMEOUT"
  | "E-STORAGE-MISUSE"
  | "E-STORAGE-BACKUP"
  | "E-STORAGE-COPY"
  | "E-STORAGE-CLOSED";

export type ConstraintKind = "unique" | "foreign-key" | "not-null" | "check" | "other";

export function storageError(
  code: StorageErrorCode,
  message: string,
  options: { cause?: unknown; details?: Record<string, unknown> } = {},
): CodedError {
  return new CodedError(code, message, options);
}

export function closedError(): CodedError {
  return storageError("E-STORAGE-CLOSED", "The database is closed because the server is stopping.");
}

export function misuse(what: string): CodedError {
  return storageError("E-STORAGE-MISUSE", `A body given to the storage ${what}.`);
}

const TEMPORARY = [
  "E-STORAGE-UNAVAILABLE",
  "E-STORAGE-UNCERTAIN",
  "E-STORAGE-BUSY",
  "E-STORAGE-TIMEOUT",
];

/** True when the database is away, taken over, busy or slow: the same work may be done later. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof CodedError)) return false;
  return TEMPORARY.includes(error.code) || error.details["transient"] === true;
}

/** True when a statement failed because a row with the same key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof CodedError &&
    error.code === "E-STORAGE-CONSTRAINT" &&
    error.details["kind"] === "unique"
  );
}

import { CodedError } from "@faculties/errors";
import { DrizzleQueryError } from "drizzle-orm";
import type { Outcome } from "./write-queue.ts";

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

/** The error of a statement without the query builder's own, whose message has all parameters in it. */
export function withoutParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

export function closedError(): CodedError {
  return storageError("E-STORAGE-CLOSED", "The database is closed because the server is stopping.");
}

export function misuse(what: string): CodedError {
  return storageError("E-STORAGE-MISUSE", `A body given to the storage ${what}.`);
}

export function removedLogError(file: string): CodedError {
  return storageError(
    "E-STORAGE-UNCERTAIN",
    `The log of the database ${file} was removed while it was written to. Whether the change was kept is not known: look before you try again.`,
  );
}

const OUTAGES = [
  "E-STORAGE-UNAVAILABLE",
  "E-STORAGE-UNCERTAIN",
  "E-STORAGE-BUSY",
  "E-STORAGE-FULL",
];

/** True when the database is away, taken over, busy or full: once that is over, the same work can be done. */
export function isOutage(thrown: unknown): boolean {
  const error = withoutParameters(thrown);
  if (!(error instanceof CodedError)) return false;
  return OUTAGES.includes(error.code) || error.details["transient"] === true;
}

/** True when it is not known whether a write was kept: doing it again might do it twice. */
export function isUncertain(error: unknown): boolean {
  return error instanceof CodedError && error.code === "E-STORAGE-UNCERTAIN";
}

/** True when it took too long: the database may have been slow, or the work may always take that long. */
export function isTimeout(thrown: unknown): boolean {
  const error = withoutParameters(thrown);
  return error instanceof CodedError && error.code === "E-STORAGE-TIMEOUT";
}

/** True when the same may be done another time. */
export function isTemporary(error: unknown): boolean {
  return isOutage(error) || isTimeout(error);
}

/** True when a statement failed because a row with the same key is already there. */
export function isUniqueViolation(thrown: unknown): boolean {
  const error = withoutParameters(thrown);
  return (
    error instanceof CodedError &&
    error.code === "E-STORAGE-CONSTRAINT" &&
    error.details["kind"] === "unique"
  );
}

/** The database itself, or only the log next to it. */
export type Replaced = "database" | "log";

/** A write was committed to a file that is no longer the database. */
export class ReplacedError extends CodedError {
  readonly outcome: Outcome;
  /** Tells which one is replaced now: the file may be back, with or without the log that has the commit. */
  readonly replaced: () => Replaced | undefined;

  constructor(file: string, outcome: Outcome, replaced: () => Replaced | undefined) {
    super(
      "E-STORAGE-UNAVAILABLE",
      `The database ${file} was replaced while it was written to. Nothing was written; try again.`,
    );
    this.outcome = outcome;
    this.replaced = replaced;
  }
}

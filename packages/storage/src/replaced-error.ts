import { CodedError } from "@faculties/errors";
import type { Outcome } from "./write-task.ts";

/** The database itself, or only the log next to it. */
export type Replaced = "database" | "log";

/** A write was committed to a file that is no longer the database. */
export class ReplacedError extends CodedError {
  readonly outcome: Outcome;
  /** What is replaced now: the file may be back, with or without the log that has the commit. */
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

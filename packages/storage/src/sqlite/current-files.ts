import type { CodedError } from "@faculties/errors";
import { ReplacedError, type Replaced, removedLogError } from "../storage-error.ts";
import type { Outcome } from "../write-queue.ts";
import { birthOf, fileIdentity, logOf } from "./database-files.ts";

/** Tells whether the names of a database still lead to the files that are open. */
export class CurrentFiles {
  readonly #file: string;
  readonly #main: string | undefined;
  readonly #log: string | undefined;
  readonly #births: string[];

  /** Of a database that was just opened, whose main file had this identity before. */
  constructor(file: string, main: string | undefined) {
    this.#file = file;
    this.#main = main;
    this.#log = fileIdentity(logOf(file));
    this.#births = this.#birthsNow();
  }

  wereReplaced(): boolean {
    return this.replaced() !== undefined;
  }

  replaced(): Replaced | undefined {
    if (fileIdentity(this.#file) !== this.#main) return "database";
    return fileIdentity(logOf(this.#file)) === this.#log ? undefined : "log";
  }

  /** For an outcome that was committed to a file that is no longer the database. */
  replacedError(outcome: Outcome): ReplacedError {
    return new ReplacedError(this.#file, outcome, () => this.#replacedSince());
  }

  uncertainError(): CodedError {
    return removedLogError(this.#file);
  }

  /** For when they are no longer open, so that new files may have got their numbers. */
  #replacedSince(): Replaced | undefined {
    if (this.wereReplaced()) return this.replaced();
    const [main, log] = this.#birthsNow();
    if (main !== this.#births[0]) return "database";
    return main !== "" && log === this.#births[1] ? undefined : "log";
  }

  #birthsNow(): string[] {
    return [birthOf(this.#file), birthOf(logOf(this.#file))];
  }
}

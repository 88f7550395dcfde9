import { statSync } from "node:fs";
import type { CodedError } from "@faculties/errors";
import { ReplacedError, type Replaced, removedLogError } from "../storage-error.ts";
import type { Outcome } from "../write-queue.ts";

export const logOf = (file: string): string => `${file}-wal`;
export const indexOf = (file: string): string => `${file}-shm`;

/** Which file is found under a name, if any. While it is open, no other file has the same identity. */
export function fileIdentity(file: string): string | undefined {
  const found = statOf(file);
  return found && `${found.dev}:${found.ino}`;
}

/** An identity that no later file has, either. Empty if the file system does not record when files were created. */
export function birthOf(file: string): string {
  const found = statOf(file);
  if (found === undefined || found.birthtimeNs === 0n || !birthsAreTold()) return "";
  return `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

export function statOf(file: string) {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

let areTold: boolean | undefined;

/** Without a creation time, Node returns the time of the last change. */
function birthsAreTold(): boolean {
  if (areTold !== undefined) return areTold;
  const { birthtimeNs, ctimeNs } = statSync(process.execPath, { bigint: true });
  areTold = birthtimeNs !== ctimeNs;
  return areTold;
}

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

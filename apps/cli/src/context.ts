import type { Machine } from "./clients/machine.ts";

/** Everything a command may touch besides files. */
export type Context = Machine & {
  /** The clone that this program was built in; undefined when it came from npm. */
  clone: string | undefined;
  /** The program that runs this one, with its full path. */
  node: string;
  /** Somebody sits at a terminal who can be asked. */
  isInteractive: boolean;
  hasColour: boolean;
  now(): Date;
  /** One line for people or programs, on stdout. */
  print(line: string): void;
  /** One line about what went wrong or deserves attention, on stderr. */
  warn(line: string): void;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
};

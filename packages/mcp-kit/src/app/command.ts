import type { Options, OptionValues } from "../options/define-option.ts";

export type CommandRun<Context, Declared extends Options = Options> = {
  context: Context;
  positionals: string[];
  values: OptionValues<Declared>;
  /** Writes one line for people (or for `--json`) to stdout. */
  print(line: string): void;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
};

/** A command that people run by hand: `<server> <name> …`. */
export type Command<Context, Declared extends Options = Options> = {
  name: string;
  /** Positional arguments as the help shows them, such as `<query>` or `[file…]`. */
  usage: string;
  summary: string;
  options?: Declared;
  /** Number of positional arguments: at least, at most. */
  positionals: readonly [number, number];
  /** The possible positional arguments, where they are known, for shells to complete. */
  choices?: readonly string[];
  /** Resolves with the exit code; nothing means 0. */
  run(run: CommandRun<Context, Declared>): Promise<number | void>;
};

/**
 * Checks a command's options against its body and gives it back unchanged, as one that stands in a list with others: only the
 * parser, which read the options that it declares, may call it.
 */
export function defineCommand<Context, Declared extends Options>(
  command: Command<Context, Declared>,
): Command<Context> {
  return command as unknown as Command<Context>;
}

import type { Options, OptionValues } from "@faculties/mcp-kit/options";
import type { Context } from "./context.ts";

type CommandRun<Declared extends Options> = {
  positionals: string[];
  values: OptionValues<Declared>;
  context: Context;
  /** All commands, for those that speak about the others. */
  commands: readonly Command[];
};

/** `faculties <name> …` */
export type Command<Declared extends Options = Options> = {
  name: string;
  /** The text between the name and the options in the help. */
  usage: string;
  summary: string;
  /** The values that positional arguments may have; any when there is no list. */
  positionals: {
    most: number;
    choices?: readonly string[];
    /** Every name that an argument may have, with the one that the command gets. */
    aliases?: ReadonlyMap<string, string>;
  };
  options: Declared;
  /** Resolves with the exit code. */
  run(run: CommandRun<Declared>): Promise<number>;
};

/**
 * Checks a command's options against its body and gives it back unchanged, as one that stands in a list with others: only the
 * parser, which read the options that it declares, may call it.
 */
export function defineCommand<Declared extends Options>(command: Command<Declared>): Command {
  return command as unknown as Command;
}

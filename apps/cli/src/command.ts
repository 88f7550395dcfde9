import type { Context } from "./context.ts";

type Described = { describe: string };

export type CommandOption =
  | (Described & { kind: "flag"; short?: string })
  | (Described & { kind: "text"; placeholder: string; choices?: readonly string[] })
  | (Described & { kind: "list"; placeholder: string; choices?: readonly string[] });

export type CommandOptions = Readonly<Record<string, CommandOption>>;

export type CommandValues<Declared extends CommandOptions> = {
  [Name in keyof Declared]: {
    flag: boolean;
    text: string | undefined;
    list: string[];
  }[Declared[Name]["kind"]];
};

type CommandRun<Declared extends CommandOptions> = {
  positionals: string[];
  values: CommandValues<Declared>;
  context: Context;
  /** All commands, for those that speak about the others. */
  commands: readonly Command[];
};

/** `faculties <name> …` */
export type Command<Declared extends CommandOptions = CommandOptions> = {
  name: string;
  /** What stands between the name and the options in the help. */
  usage: string;
  summary: string;
  /** What the positional arguments may be; anything when there is no list. */
  positionals: { most: number; choices?: readonly string[] };
  options: Declared;
  /** Resolves with the exit code. */
  run(run: CommandRun<Declared>): Promise<number>;
};

/** Checks a command's options against its body and gives it back unchanged. */
export function defineCommand<const Declared extends CommandOptions>(
  command: Command<Declared>,
): Command<Declared> {
  return command;
}

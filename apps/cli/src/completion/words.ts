import type { Command } from "../command.ts";

/** What can follow a command: its arguments and its options. */
export function wordsAfter({ positionals, options }: Command): string {
  const flags = [...Object.keys(options), "help"].map((name) => `--${name}`);
  return [...(positionals.choices ?? []), ...flags].join(" ");
}

/** What can follow an option, for every option with a list of values. */
export function optionChoices(commands: readonly Command[]): Map<string, string> {
  const options = commands.flatMap((command) => Object.entries(command.options));
  return new Map(
    options.flatMap(([name, option]) =>
      option.kind !== "flag" && option.choices ? [[name, option.choices.join(" ")]] : [],
    ),
  );
}

/** The names of all commands. */
export function commandNames(commands: readonly Command[]): string {
  return [...commands.map(({ name }) => name), "--help", "--version"].join(" ");
}

import type { Command } from "../command.ts";

/** For `faculties completion fish | source`. */
export function renderFish(commands: readonly Command[]): string {
  return [
    "complete -c faculties -f",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c faculties -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(linesFor),
  ].join("\n");
}

function linesFor({ name, positionals, options }: Command): string[] {
  const start = `complete -c faculties -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...(positionals.choices ? [`${start} -a '${positionals.choices.join(" ")}'`] : []),
    ...Object.entries(options).map(([flag, option]) => {
      const choices = option.kind === "flag" ? undefined : option.choices;
      const value = option.kind === "flag" ? "" : " -x";
      const offered = choices ? ` -a '${choices.join(" ")}'` : "";
      return `${start} -l ${flag}${value}${offered} -d ${quoted(option.describe)}`;
    }),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

import type { CompletedCommand, CompletedFlag, CompletedProgram } from "./completed-program.ts";

/** For `program completion fish | source`. */
export function renderFish({ name, commands, flags }: CompletedProgram): string {
  const start = `complete -c ${name}`;
  const withoutCommand = `${start} -n __fish_use_subcommand`;
  return [
    `${start} -f`,
    ...commands.map(
      (command) => `${withoutCommand} -a ${command.name} -d ${quoted(command.summary)}`,
    ),
    ...flags.map((flag) => flagLine(withoutCommand, flag)),
    ...commands.flatMap((command) => commandLines(start, command)),
  ].join("\n");
}

function commandLines(program: string, command: CompletedCommand): string[] {
  const start = `${program} -n '__fish_seen_subcommand_from ${command.name}'`;
  const offered = command.arguments.join(" ");
  return [
    ...(offered === "" ? [] : [`${start} -a '${offered}'`]),
    ...command.flags.map((flag) => flagLine(start, flag)),
  ];
}

function flagLine(start: string, { name, describe, takesValue, choices }: CompletedFlag): string {
  const value = takesValue ? (choices ? ` -x -a '${choices.join(" ")}'` : " -r -F") : "";
  return `${start} -l ${name}${value} -d ${quoted(describe)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

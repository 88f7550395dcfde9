import type { CompletedCommand, CompletedFlag, CompletedProgram } from "./completed-program.ts";

/** A shell function cannot have every name that a program can. */
export function functionName({ name }: CompletedProgram): string {
  return `_${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}

/** What can stand first. */
export function firstWords({ commands, flags }: CompletedProgram): string {
  return [...commands.map(({ name }) => name), ...dashed(flags), "--help", "--version"].join(" ");
}

/** What can follow a command: its arguments and its flags. */
export function wordsAfter(command: CompletedCommand): string {
  return [...command.arguments, ...dashed(command.flags), "--help"].join(" ");
}

/** What can follow a flag, for every flag with a list of values. */
export function valuesOfFlags({ commands, flags }: CompletedProgram): Map<string, string> {
  const all = [...flags, ...commands.flatMap((command) => command.flags)];
  return new Map(all.flatMap(({ name, choices }) => (choices ? [[name, choices.join(" ")]] : [])));
}

function dashed(flags: readonly CompletedFlag[]): string[] {
  return flags.map(({ name }) => `--${name}`);
}

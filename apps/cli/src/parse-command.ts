import { parseArgs } from "node:util";
import type { Command, CommandOption, CommandOptions, CommandValues } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export type ParsedCommand = { positionals: string[]; values: CommandValues<CommandOptions> };

/** Reads the arguments behind a command's name; whatever it does not know is an error. */
export function parseCommand(command: Command, args: readonly string[]): ParsedCommand {
  const declared = Object.entries(command.options);
  const { values, positionals } = readArguments(command, args);
  const { most, choices } = command.positionals;
  if (positionals.length > most)
    throw new UsageError(`Usage: faculties ${command.name} ${command.usage}`);
  for (const one of positionals) if (choices) checkChoice(one, choices, "argument");
  return {
    positionals: [...new Set(positionals)],
    values: Object.fromEntries(
      declared.map(([name, option]) => [name, valueOf(name, option, values[name])]),
    ) as CommandValues<CommandOptions>,
  };
}

function readArguments({ options }: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, option]) => [
          name,
          {
            type: option.kind === "flag" ? ("boolean" as const) : ("string" as const),
            multiple: option.kind === "list",
            ...(option.kind === "flag" && option.short && { short: option.short }),
          },
        ]),
      ),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

function valueOf(name: string, option: CommandOption, given: unknown) {
  if (option.kind === "flag") return given === true;
  const { choices, kind } = option;
  const values = [given ?? []].flat().map(String);
  if (!choices) return kind === "list" ? values : values[0];
  const chosen = kind === "list" ? values.flatMap((text) => text.split(",")) : values;
  for (const one of chosen) checkChoice(one, choices, `--${name}`);
  return kind === "list" ? [...new Set(chosen)] : chosen[0];
}

function checkChoice(value: string, choices: readonly string[], where: string): void {
  if (!choices.includes(value))
    throw new UsageError(`Unknown ${where} "${value}". Known are: ${choices.join(", ")}.`);
}

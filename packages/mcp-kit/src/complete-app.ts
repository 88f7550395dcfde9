import type { Command } from "./command.ts";
import type { CompletedFlag, CompletedProgram } from "./completion/completed-program.ts";
import type { Options } from "./define-option.ts";
import { inheritedOptions } from "./inherited-options.ts";

type Subject = { name: string; options: Options };

/** What a shell can complete of a server: its commands and every setting that has a flag. */
export function completeApp(
  { name, options }: Subject,
  commands: readonly Command<never>[],
): CompletedProgram {
  const settings = completedFlags({ ...options, ...inheritedOptions(options) });
  return {
    name,
    flags: settings,
    commands: commands.map((command) => ({
      name: command.name,
      summary: command.summary,
      arguments: command.choices ?? [],
      flags: [...completedFlags(command.options ?? {}), ...settings],
    })),
  };
}

function completedFlags(options: Options): CompletedFlag[] {
  return Object.values(options).flatMap((option) =>
    option.flag === undefined
      ? []
      : [
          {
            name: option.flag,
            describe: option.describe,
            takesValue: option.kind !== "boolean",
            choices: option.kind === "choice" ? option.choices : undefined,
          },
        ],
  );
}

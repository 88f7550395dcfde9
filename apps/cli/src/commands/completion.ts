import {
  type CompletedFlag,
  type CompletedProgram,
  renderCompletion,
  type Shell,
  shells,
} from "@faculties/mcp-kit/completion";
import { type Command, type CommandOptions, defineCommand } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { UsageError } from "../usage-error.ts";

export const completion = defineCommand({
  name: "completion",
  usage: shells.join("|"),
  summary: "Print a completion script for a shell",
  positionals: { most: 1, choices: shells },
  options: {},

  async run({ positionals: [shell], context, commands }) {
    if (shell === undefined) throw new UsageError(`Name the shell: ${shells.join(", ")}.`);
    context.print(renderCompletion(shell as Shell, completedProgram(commands)));
    return ExitCode.done;
  },
});

function completedProgram(commands: readonly Command[]): CompletedProgram {
  return {
    name: "faculties",
    flags: [],
    commands: commands.map(({ name, summary, positionals, options }) => ({
      name,
      summary,
      arguments: positionals.choices ?? [],
      flags: completedFlags(options),
    })),
  };
}

function completedFlags(options: CommandOptions): CompletedFlag[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    describe: option.describe,
    takesValue: option.kind !== "flag",
    choices: option.kind === "flag" ? undefined : option.choices,
  }));
}

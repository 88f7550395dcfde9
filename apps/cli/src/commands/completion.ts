import {
  completedFlags,
  type CompletedProgram,
  renderCompletion,
  type Shell,
  shells,
} from "@faculties/mcp-kit/completion";
import { type Command, defineCommand } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { ConfigError } from "@faculties/mcp-kit/options";

export const completion = defineCommand({
  name: "completion",
  usage: shells.join("|"),
  summary: "Print a completion script for a shell",
  positionals: { most: 1, choices: shells },
  options: {},

  async run({ positionals: [shell], context, commands }) {
    if (shell === undefined) throw new ConfigError(`Name the shell: ${shells.join(", ")}.`);
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
      arguments: positionals.choices ?? [...new Set(positionals.aliases?.values())],
      flags: completedFlags(options),
    })),
  };
}

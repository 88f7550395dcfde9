import { defineCommand } from "../command.ts";
import { renderCompletion, type Shell, shells } from "../completion/render-completion.ts";
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
    context.print(renderCompletion(shell as Shell, commands));
    return ExitCode.done;
  },
});

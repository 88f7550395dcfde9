import type { App, AppContext, AppValues } from "./app.ts";
import { type Command, type CommandRun, defineCommand } from "./command.ts";
import { completeApp } from "./complete-app.ts";
import { renderCompletion, type Shell, shells } from "./completion/render-completion.ts";
import { ConfigError } from "./config-error.ts";
import { option, type Options } from "./define-option.ts";
import { describeApp } from "./describe-app.ts";
import { runDoctor } from "./doctor.ts";
import { tokenCommand } from "./token-command.ts";

/** The commands that every server has. */
export function builtInCommands<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
): Command<Context>[] {
  // A command's values hold the server's settings too, whatever options it declares of its own.
  const settings = (run: { values: object }) => run.values as AppValues<Declared>;
  const commands: Command<Context>[] = [
    defineCommand({
      name: "doctor",
      usage: "",
      summary: "Check the set-up and say what to do",
      options: { json: option.boolean({ flag: "json", describe: "Print JSON" }) },
      positionals: [0, 0],
      run: ({ context, values, print }: CommandRun<Context, { json: Options[string] }>) =>
        runDoctor(app.checks?.(context, settings({ values })) ?? [], print, values.json === true),
    }) as unknown as Command<Context>,
    {
      name: "describe",
      usage: "",
      summary: "Print tools and settings as JSON",
      positionals: [0, 0],
      async run({ context, values, print }) {
        print(JSON.stringify(describeApp(app, context, settings({ values })), null, 2));
      },
    },
    {
      name: "completion",
      usage: shells.join("|"),
      summary: "Print a completion script for a shell",
      positionals: [1, 1],
      choices: shells,
      async run({ positionals: [shell], print }) {
        if (!shells.includes(shell as Shell))
          throw new ConfigError(`Name the shell: ${shells.join(", ")}.`);
        const all = [...(app.commands ?? []), ...commands];
        print(renderCompletion(shell as Shell, completeApp(app, all)));
      },
    },
    tokenCommand(app.roles),
  ];
  return commands;
}

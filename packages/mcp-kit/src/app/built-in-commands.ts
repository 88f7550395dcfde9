import { ConfigError } from "../options/config-error.ts";
import { option, type Options } from "../options/define-option.ts";
import { inheritedOptions } from "../options/kit-options.ts";
import { tokenCommand } from "../tenancy/token-command.ts";
import { publishTool, selectTools } from "../tools/list-tools.ts";
import type { App, AppContext, AppValues } from "./app.ts";
import { type Command, type CommandRun, defineCommand } from "./command.ts";
import {
  completedFlags,
  type CompletedProgram,
  renderCompletion,
  type Shell,
  shells,
} from "./completion.ts";
import { runDoctor } from "./doctor.ts";

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
    }),
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

/** Every tool and every setting of a server, as the generator of the documentation reads them. */
function describeApp<Declared extends Options, Context extends AppContext>(
  app: App<Declared, Context>,
  context: Context,
  values: AppValues<Declared>,
) {
  const definition = app.createDefinition(context, values);
  return {
    name: app.name,
    version: app.version,
    summary: app.summary,
    tools: selectTools(definition, values).map((tool) => ({
      ...publishTool(tool, true),
      toolset: tool.toolset ?? null,
    })),
    settings: [
      ...describeSettings(app.options, false),
      ...describeSettings(inheritedOptions(app.options), true),
    ],
    commands: (app.commands ?? []).map(({ name, usage, summary }) => ({ name, usage, summary })),
  };
}

function describeSettings(options: Options, ofEveryServer: boolean) {
  return Object.values(options).map((setting) => ({
    flag: setting.flag ?? null,
    env: setting.env ?? null,
    kind: setting.kind,
    default: setting.default ?? null,
    choices: setting.kind === "choice" ? setting.choices : null,
    describe: setting.describe,
    ofEveryServer,
  }));
}

type Subject = { name: string; options: Options };

/** The parts of a server that a shell can complete: its commands and every setting that has a flag. */
function completeApp(
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

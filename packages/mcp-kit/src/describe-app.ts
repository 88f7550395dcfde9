import type { App, AppContext, AppValues } from "./app.ts";
import type { Options } from "./define-option.ts";
import { inheritedOptions } from "./inherited-options.ts";
import { publishTool } from "./list-tools.ts";
import { selectTools } from "./select-tools.ts";

/** What documentation is generated from: every tool and every setting of a server. */
export function describeApp<Declared extends Options, Context extends AppContext>(
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
  return Object.values(options).map((option) => ({
    flag: option.flag ?? null,
    env: option.env ?? null,
    kind: option.kind,
    default: option.default ?? null,
    choices: option.kind === "choice" ? option.choices : null,
    describe: option.describe,
    ofEveryServer,
  }));
}

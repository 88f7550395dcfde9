import { type Command, ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { Context } from "../context.ts";

/** `gan-audit session`: settings that every audit of one session starts from. */
export const session: Command<Context> = defineCommand({
  name: "session",
  usage: "<session>",
  summary: "Show the settings of a session, or set those that are given",
  options: {
    config: option.text({
      flag: "set",
      placeholder: "json",
      describe: 'Settings as JSON, such as {"threshold": 90}; {} removes all',
    }),
  },
  positionals: [1, 1],
  async run({ context, positionals, values, print }) {
    const [name = ""] = positionals;
    const { settings, audits } = context;
    const base = SessionConfig.parse({
      threshold: settings.threshold,
      ...(settings.judges && { judges: settings.judges }),
    });
    if (values.config !== undefined) await audits.configure(name, parseSettings(values.config));
    const { sanitiseConfig } = await import("../domain/sanitise-config.ts");
    const { config, notes } = sanitiseConfig(await audits.settings(name), base);
    print(JSON.stringify(config, null, 2));
    for (const note of notes) print(`Note: ${note}.`);
  },
}) as Command<Context>;

function parseSettings(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ConfigError("--set needs one JSON object.");
}

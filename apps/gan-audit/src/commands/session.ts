import { type Command, ConfigError, defineCommand, option } from "@faculties/mcp-kit";
import { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { Context } from "../context.ts";
import { saveSettings, settingsOfSession, storedSession } from "../store/audits.ts";
import { settingsKey } from "../store/lock-keys.ts";

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
    const { settings, storage } = context;
    const base = SessionConfig.parse({
      threshold: settings.threshold,
      ...(settings.judges && { judges: settings.judges }),
    });
    if (values.config !== undefined) {
      const given = parseSettings(values.config);
      await storage.write((tx) => saveSettings(tx, name, given, storage.now()), {
        locks: [settingsKey(storedSession(name))],
      });
    }
    const { sanitiseConfig } = await import("../domain/sanitise-config.ts");
    const { config, notes } = sanitiseConfig(
      await storage.query((tx) => settingsOfSession(tx, name)),
      base,
    );
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

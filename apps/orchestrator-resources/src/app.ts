import type { App } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { checks } from "./checks.ts";
import { commands } from "./commands/commands.ts";
import { type Context, createContext } from "./context.ts";
import { describeCapabilities, namedToggles } from "./modules/tools.ts";
import { createDefinition } from "./server.ts";
import { settings, settingsOf } from "./settings.ts";

export const app: App<typeof settings, Context> = {
  name: "orchestrator-resources",
  version: manifest.version,
  summary: manifest.description,
  options: settings,
  createContext(values, services) {
    const chosen = settingsOf(values, namedToggles(values));
    const facts = {
      name: "orchestrator-resources",
      version: manifest.version,
      http: httpAddress(values.http),
      capabilities: describeCapabilities(chosen.toggles, values),
    };
    const storage = { file: values.database, url: values.databaseUrl };
    return createContext(chosen, facts, storage, services);
  },
  createDefinition,
  commands,
  checks,
};

/** Where `--http` makes the server listen, as far as it is known before it does. */
function httpAddress(http: string | undefined): { host: string; port: number } | undefined {
  if (http === undefined) return undefined;
  const [, host = "", port] = /^(?:(.*):)?(\d+)$/.exec(http) ?? ["", http, undefined];
  return {
    host: host.replaceAll(/^\[|\]$/g, "") || "127.0.0.1",
    port: port === undefined ? DEFAULT_PORT : Number(port),
  };
}

const DEFAULT_PORT = 8808;

import type { App } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { describeCapabilities } from "./capabilities.ts";
import { checks } from "./checks.ts";
import { commands } from "./commands/commands.ts";
import { type Context, createContext } from "./context.ts";
import { httpAddress } from "./http-address.ts";
import { namedToggles } from "./named-toggles.ts";
import { options } from "./options.ts";
import { createDefinition } from "./server.ts";
import { settingsOf } from "./settings.ts";

export const app: App<typeof options, Context> = {
  name: "orchestrator-resources",
  version: manifest.version,
  summary: manifest.description,
  options,
  createContext(values, services) {
    const settings = settingsOf(values, namedToggles(values));
    const facts = {
      name: "orchestrator-resources",
      version: manifest.version,
      http: httpAddress(values.http),
      capabilities: describeCapabilities(settings.toggles, values),
    };
    const storage = { file: values.database, url: values.databaseUrl };
    return createContext(settings, facts, storage, services);
  },
  createDefinition,
  commands,
  checks,
};

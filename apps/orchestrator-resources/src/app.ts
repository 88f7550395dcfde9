import { type App, parseHttpAddress } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { environmentOf } from "./background.ts";
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
      http: values.http === undefined ? undefined : parseHttpAddress(values.http),
      capabilities: describeCapabilities(chosen.toggles, values),
    };
    const storage = { file: values.database, url: values.databaseUrl };
    const background = environmentOf(settings, values, services.environment);
    return createContext(chosen, facts, storage, { ...services, background });
  },
  createDefinition,
  commands,
  checks,
};

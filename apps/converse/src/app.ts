import { type App, migrateToCommand } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { checks } from "./checks.ts";
import { historyCommand } from "./commands/history.ts";
import { metricsCommand } from "./commands/metrics.ts";
import { modelsCommand } from "./commands/models.ts";
import { type Context, createContext } from "./context.ts";
import { createDefinition } from "./server.ts";
import { settings } from "./settings.ts";

export const app: App<typeof settings, Context> = {
  name: "converse",
  version: manifest.version,
  summary: "chat with, and consensus among, models of several vendors",
  options: settings,
  createContext,
  createDefinition,
  commands: [
    modelsCommand,
    historyCommand,
    metricsCommand,
    migrateToCommand(({ storage }) => storage()),
  ],
  checks,
};

import type { App } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { checks } from "./checks.ts";
import { commands } from "./commands/commands.ts";
import { type Context, createContext } from "./context.ts";
import { createDefinition } from "./server.ts";
import { settings } from "./settings.ts";

export const app: App<typeof settings, Context> = {
  name: "langbase-reasoning",
  version: manifest.version,
  summary: manifest.description,
  options: settings,
  createContext,
  createDefinition,
  commands,
  checks,
};

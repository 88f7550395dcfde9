import type { App } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { checks } from "./checks.ts";
import { commands } from "./commands/commands.ts";
import { type Context, createContext } from "./context.ts";
import { options } from "./options.ts";
import { createDefinition } from "./server.ts";

export const app: App<typeof options, Context> = {
  name: "langbase-reasoning",
  version: manifest.version,
  summary: manifest.description,
  options,
  createContext,
  createDefinition,
  commands,
  checks,
};

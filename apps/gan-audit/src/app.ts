import { type App, migrateToCommand } from "@faculties/mcp-kit";
import manifest from "../package.json" with { type: "json" };
import { checks } from "./checks.ts";
import { check } from "./commands/check.ts";
import { history } from "./commands/history.ts";
import { sarif } from "./commands/sarif.ts";
import { session } from "./commands/session.ts";
import { type Context, createContext } from "./context.ts";
import { createDefinition } from "./server.ts";
import { auditHookCommand } from "./hooks/hooks.ts";
import { settings } from "./settings.ts";

export const app: App<typeof settings, Context> = {
  name: "gan-audit",
  version: manifest.version,
  summary: manifest.description,
  options: settings,
  createContext,
  createDefinition,
  commands: [
    check,
    sarif,
    history,
    session,
    auditHookCommand,
    migrateToCommand(({ storage }) => storage),
  ],
  checks,
};

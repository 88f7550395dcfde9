import { type Command, migrateToCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { pipesCommand } from "./pipes.ts";
import { sessionsCommand } from "./sessions.ts";
import { showCommand } from "./show.ts";

/** The commands that people run by hand. */
export const commands: readonly Command<Context>[] = [
  sessionsCommand,
  showCommand,
  pipesCommand,
  migrateToCommand(({ store }) => store.storage()),
];

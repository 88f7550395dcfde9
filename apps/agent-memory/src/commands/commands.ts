import { type Command, migrateToCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { memoryHookCommand } from "../hooks/hooks.ts";
import { backupCommand } from "./backup.ts";
import { exportCommand } from "./export.ts";
import { historyCommand } from "./history.ts";
import { importCommand } from "./import.ts";
import { listCommand } from "./list.ts";
import { proposeCommand } from "./propose.ts";
import { repairLinksCommand } from "./repair-links.ts";
import { reviewCommand } from "./review.ts";
import { searchCommand } from "./search.ts";
import { showCommand } from "./show.ts";
import { syncGitCommand } from "./sync-git.ts";

/** The commands of the command line. */
export const commands: readonly Command<Context>[] = [
  listCommand,
  showCommand,
  searchCommand,
  historyCommand,
  proposeCommand,
  reviewCommand,
  importCommand,
  exportCommand,
  repairLinksCommand,
  syncGitCommand,
  backupCommand,
  memoryHookCommand,
  migrateToCommand(({ storage }) => storage),
];

import { type Command, migrateToCommand } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { answerCommand } from "./answer-command.ts";
import { daemonCommand } from "./daemon-command.ts";
import { graphCommand } from "./graph-command.ts";
import { runsCommand } from "./runs-command.ts";
import { tailCommand } from "./tail-command.ts";
import { workerCommand } from "./worker-command.ts";

/** The commands that people run by hand. */
export const commands: readonly Command<Context>[] = [
  runsCommand,
  tailCommand,
  graphCommand,
  answerCommand,
  workerCommand,
  daemonCommand,
  migrateToCommand(({ storage }) => storage),
];

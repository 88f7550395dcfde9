import type { Logger } from "@faculties/mcp-kit";
import type { ChildRunner } from "../children/run-child.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import type { Settings } from "../settings.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import type { RemoteNodes } from "../remote/remote-nodes.ts";
import { NodeExecutor } from "./node-executor.ts";
import { RunEngine } from "./run-engine.ts";
import { RunSteering } from "./run-steering.ts";

type RunsParts = {
  database: Database;
  settings: Settings;
  graphs: GraphStore;
  blackboard: BlackboardStore;
  runner: ChildRunner;
  remote: RemoteNodes;
  mailbox: Mailbox;
  newId: (prefix: string) => string;
  log: Logger;
};

/** The engine that executes runs here, and the steering that reaches runs wherever they are executed. */
export function createRuns({ runner, remote, ...parts }: RunsParts) {
  const { database, settings, graphs, blackboard, mailbox } = parts;
  const executor = new NodeExecutor({ database, blackboard, children: runner, remote });
  const runs = new RunEngine({ ...parts, executor });
  const { killGraceMs } = settings.children;
  const steering = new RunSteering({ database, graphs, engine: runs, mailbox, killGraceMs });
  return { runs, steering };
}

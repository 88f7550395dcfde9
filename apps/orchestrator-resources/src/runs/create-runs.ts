import type { Redactor } from "@faculties/errors";
import type { Environment, Logger } from "@faculties/mcp-kit";
import type { ChildRunner } from "../children/run-child.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import type { Settings } from "../settings.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import type { RemoteNodes } from "../remote/remote-nodes.ts";
import { Agents } from "./agents.ts";
import { NodeExecutor } from "./node-executor.ts";
import { Questions } from "./questions.ts";
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
  redact: Redactor;
  environment: Environment;
  log: Logger;
};

/** The engine that executes runs here, and the steering that reaches runs wherever they are executed. */
export function createRuns({ runner, remote, redact, environment, ...parts }: RunsParts) {
  const { database, settings, graphs, blackboard, mailbox, log } = parts;
  const questions = new Questions(database, log);
  const agents = new Agents(settings.agents, redact, environment);
  const children = runner;
  const executor = new NodeExecutor({ database, blackboard, children, remote, questions, agents });
  const runs = new RunEngine({ ...parts, remote, executor });
  const { killGraceMs } = settings.children;
  const steering = new RunSteering({ database, graphs, engine: runs, mailbox, killGraceMs, log });
  return { runs, steering, questions };
}

import type { Logger } from "@faculties/mcp-kit";
import type { ChildRunner } from "../children/run-child.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import type { Settings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { cutOffAfter, NodeWorker } from "./node-worker.ts";
import { RemoteNodes } from "./remote-nodes.ts";

type WorkersParts = {
  database: Database;
  /** Where the database is; workers need one that several hosts share. */
  location: object;
  settings: Settings;
  runner: ChildRunner;
  mailbox: Mailbox;
  log: Logger;
};

/** Both ends of running nodes on other hosts: handing them out, and running those of others. */
export function createWorkers({
  database,
  location,
  settings,
  runner,
  mailbox,
  log,
}: WorkersParts) {
  const { host, children, timings } = settings;
  const isShared = "url" in location;
  return {
    isShared,
    remote: new RemoteNodes({ database, isShared, host, log }),
    worker: isShared
      ? new NodeWorker({
          database,
          children: runner,
          mailbox,
          heartbeatMs: timings.heartbeatIntervalMs,
          cutOffMs: cutOffAfter(host, children.killGraceMs),
          log,
        })
      : undefined,
  };
}

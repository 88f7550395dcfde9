import type { Environment, Logger } from "@faculties/mcp-kit";
import type { Mailbox } from "../instances/mailbox.ts";
import type { Settings } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { ChildPolicy } from "./child-policy.ts";
import { ChildPool } from "./child-pool.ts";
import { ChildService } from "./child-service.ts";
import { LogWriter } from "./log-writer.ts";
import { Supervisor } from "./supervisor.ts";
import { Watchdog } from "./watchdog.ts";

type ChildrenParts = {
  database: Database;
  settings: Settings;
  environment: Environment;
  mailbox: Mailbox;
  newId: (prefix: string) => string;
  log: Logger;
};

/** Everything that starts, follows and ends child processes; starts nothing itself. */
export function createChildren(parts: ChildrenParts) {
  const { database, settings, environment, mailbox, log } = parts;
  const { killGraceMs, logBytes } = settings.children;
  const { supervisorStallTicks, heartbeatIntervalMs } = settings.timings;
  const policy = new ChildPolicy(settings, environment);
  const logs = new LogWriter(database, logBytes, log);
  const watchdog = new Watchdog(database.writer);
  const pool = new ChildPool({ ...parts, policy, logs, watchdog });
  const stallMs = settings.toggles.enableSupervisor
    ? supervisorStallTicks * heartbeatIntervalMs
    : undefined;
  return {
    policy,
    pool,
    children: new ChildService({ database, policy, pool, mailbox, killGraceMs }),
    /** Runs a child for a node. */
    runner: { database, policy, pool, killGraceMs },
    supervisor: new Supervisor({ database, pool, stallMs, killGraceMs }),
  };
}

import { setTimeout as delay } from "node:timers/promises";
import { defineCommand, option } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";

const LOOK_EVERY_MS = 250;
/** Nothing to do for so many heartbeats: no other server has left a run meanwhile. */
const IDLE_HEARTBEATS = 3;

export const daemonCommand = defineCommand({
  name: "daemon",
  usage: "",
  summary: "Continue the runs of servers that have ended",
  options: {
    untilIdle: option.boolean({
      flag: "until-idle",
      describe: "End when there is nothing left to do",
    }),
  },
  positionals: [0, 0],
  async run({ context, values, print, signal }: DaemonRun) {
    const { runs, database, settings } = context;
    await context.ready("daemon");
    print(`${database.writer} on ${settings.host.name} continues runs that no server executes.`);
    const idleMs = IDLE_HEARTBEATS * settings.timings.heartbeatIntervalMs;
    let busyAt = performance.now();
    while (!signal.aborted && !(values.untilIdle && performance.now() - busyAt > idleMs)) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (runs.active().length > 0) busyAt = performance.now();
    }
  },
});

type DaemonRun = {
  context: Context;
  values: { untilIdle: boolean };
  print(line: string): void;
  signal: AbortSignal;
};

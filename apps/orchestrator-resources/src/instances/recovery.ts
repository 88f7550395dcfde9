import { and, eq, inArray, type Transaction } from "@faculties/storage";
import { isSameProcess, processStat, signalGroup } from "../children/process-identity.ts";
import type { HostSettings } from "../settings.ts";
import { appendLines } from "../store/child-logs.ts";
import { LIVE_STATES, updateChild } from "../store/children.ts";
import type { Database, Outbox } from "../store/database.ts";
import { endInstance } from "../store/instances.ts";
import { loseTasksOfWorker } from "../store/remote-tasks.ts";
import { children, type ChildRow, type InstanceRow } from "../store/tables.ts";
import { forgetWorker } from "../store/workers.ts";
import type { SilenceWatch } from "./silence-watch.ts";

type Recovery = {
  database: Database;
  host: HostSettings;
  logBytes: number;
  silence: SilenceWatch;
};

/**
 * Puts right what processes left behind that ended without cleaning up: ends their children. Their runs wait for another
 * server. False when there was nothing to do.
 */
export async function recoverFromDeadServers(
  { database, host, logBytes, silence }: Recovery,
  others: readonly InstanceRow[],
): Promise<boolean> {
  const here = others.filter((other) => other.host === host.name);
  // A process of this host that a signal has stopped is found by its silence, like one of another host.
  const silent = new Set(silence.silent(others));
  const gone = others.filter((other) =>
    here.includes(other)
      ? hasExited(other) || (silent.has(other) && isStopped(other))
      : silent.has(other),
  );
  for (const instance of gone)
    await database.write(async (tx, outbox) => {
      await endChildren(tx, outbox, instance, { isHere: here.includes(instance), logBytes });
      const error = `the worker on ${instance.host} that ran it ended unexpectedly`;
      await loseTasksOfWorker(tx, instance.instanceId, error);
      await forgetWorker(tx, instance.instanceId);
      await endInstance(tx, outbox.now, instance.instanceId);
    });
  return gone.length > 0;
}

/** One of this host that is merely cut off from the database ends by itself what others must not begin. */
function isStopped({ pid }: InstanceRow): boolean {
  return process.platform === "linux" && processStat(pid)?.isStopped === true;
}

/** Whether a process seems to be no more, as far as one look can tell. */
export function isGone(instance: InstanceRow, host: HostSettings, now: number): boolean {
  if (instance.host === host.name) return hasExited(instance);
  return now - instance.heartbeatAt > host.silentMs;
}

function hasExited({ pid, processStarted }: InstanceRow): boolean {
  return !isSameProcess(pid, processStarted);
}

function reasonOf({ workerId }: Pick<ChildRow, "workerId">): string {
  return `the ${workerId === null ? "server" : "worker"} that ran it ended unexpectedly`;
}

async function endChildren(
  tx: Transaction,
  outbox: Outbox,
  instance: InstanceRow,
  { isHere, logBytes }: { isHere: boolean; logBytes: number },
): Promise<void> {
  const live = await tx
    .select()
    .from(children)
    .where(
      and(eq(children.instanceId, instance.instanceId), inArray(children.state, [...LIVE_STATES])),
    );
  for (const child of live) {
    if (isHere) endLeftover(child);
    const error = reasonOf(child);
    const line = { ts: outbox.now, stream: "meta" as const, message: `lost: ${error}` };
    await appendLines(tx, outbox, child.childId, [line], logBytes);
    await updateChild(tx, outbox, child.childId, { state: "lost", error, endedAt: outbox.now });
    const { childId, runId, opId, nodeId } = child;
    outbox.record({
      kind: "KILL",
      childId,
      runId,
      opId,
      nodeId,
      payload: { state: "lost", error },
    });
  }
}

/** The watchdog has usually been here before. */
function endLeftover({ pid, processStarted }: ChildRow): void {
  if (pid !== null && processStarted !== null && isSameProcess(pid, processStarted))
    signalGroup(pid, "SIGKILL");
}

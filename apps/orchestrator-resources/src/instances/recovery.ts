import { and, eq, inArray, type Transaction } from "@faculties/storage";
import { isSameProcess, signalGroup } from "../children/process-identity.ts";
import type { HostSettings } from "../settings.ts";
import { appendLines } from "../store/child-logs.ts";
import { LIVE_STATES, updateChild } from "../store/children.ts";
import type { Database, Outbox } from "../store/database.ts";
import { endInstance, otherInstances } from "../store/instances.ts";
import { leaveTasks } from "../store/remote-tasks.ts";
import { nodesOf, saveNodes, updateRun } from "../store/runs.ts";
import { children, type ChildRow, type InstanceRow, type RunRow, runs } from "../store/tables.ts";
import { forgetWorker } from "../store/workers.ts";
import type { SilenceWatch } from "./silence-watch.ts";

type Recovery = {
  database: Database;
  host: HostSettings;
  logBytes: number;
  silence: SilenceWatch;
};

/** Puts right what processes left behind that ended without cleaning up: ends their children, fails their runs. */
export async function recoverFromDeadServers(recovery: Recovery): Promise<void> {
  const { database, host, logBytes, silence } = recovery;
  const others = await database.query((tx) => otherInstances(tx, database.writer));
  const here = others.filter((other) => other.host === host.name);
  const elsewhere = others.filter((other) => other.host !== host.name);
  for (const instance of [...here.filter(hasExited), ...silence.silent(elsewhere)])
    await database.write(async (tx, outbox) => {
      await endChildren(tx, outbox, instance, { isHere: here.includes(instance), logBytes });
      await failRuns(tx, outbox, instance);
      await leaveTasks(
        tx,
        instance.instanceId,
        `the worker on ${instance.host} that ran it ended unexpectedly`,
      );
      await forgetWorker(tx, instance.instanceId);
      await endInstance(tx, outbox.now, instance.instanceId);
    });
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
    const { childId, runId, opId } = child;
    outbox.record({ kind: "KILL", childId, runId, opId, payload: { state: "lost", error } });
  }
}

/** The watchdog has usually been here before. */
function endLeftover({ pid, processStarted }: ChildRow): void {
  if (pid !== null && processStarted !== null && isSameProcess(pid, processStarted))
    signalGroup(pid, "SIGKILL");
}

async function failRuns(
  tx: Transaction,
  outbox: Outbox,
  { instanceId }: InstanceRow,
): Promise<void> {
  const live = await tx
    .select()
    .from(runs)
    .where(
      and(eq(runs.instanceId, instanceId), inArray(runs.state, ["pending", "running", "paused"])),
    );
  for (const run of live) await failRun(tx, outbox, run);
}

async function failRun(
  tx: Transaction,
  outbox: Outbox,
  { runId, opId, graphId }: RunRow,
): Promise<void> {
  const open = (await nodesOf(tx, runId)).filter(
    ({ state }) => state === "running" || state === "pending",
  );
  const error = reasonOf({ workerId: null });
  const ended = { state: "failed" as const, error, endedAt: outbox.now };
  await saveNodes(
    tx,
    open.map((node) => ({ ...node, ...ended })),
  );
  await updateRun(tx, outbox, runId, ended);
  outbox.record({ kind: "ERROR", runId, opId, graphId, payload: { state: "failed", error } });
}

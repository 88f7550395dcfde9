import { hostname } from "node:os";
import { and, eq, inArray } from "@faculties/storage";
import { appendLines } from "../store/child-logs.ts";
import { LIVE_STATES, updateChild } from "../store/child-store.ts";
import { type ChildRow, children } from "../store/child-tables.ts";
import { endInstance, otherInstances } from "../store/instance-store.ts";
import type { InstanceRow } from "../store/instance-tables.ts";
import type { Ledger, Unit } from "../store/ledger.ts";
import { nodesOf, saveNodes, updateRun } from "../store/run-store.ts";
import { type RunRow, runs } from "../store/run-tables.ts";
import { isSameProcess } from "./process-identity.ts";
import { signalGroup } from "./signal-group.ts";

/** A server on another host counts as dead when it has been silent for this long. */
const SILENT_MS = 60_000;
const REASON = "the server that ran it ended unexpectedly";

/** Puts right what servers left behind that ended without cleaning up: ends their children, fails their runs. */
export async function recoverFromDeadServers(ledger: Ledger, logBytes: number): Promise<void> {
  const others = await ledger.query((db) => otherInstances(db, ledger.writer));
  for (const instance of others.filter((other) => isDead(other, ledger.now())))
    await ledger.write(async (unit) => {
      await endChildren(unit, instance, logBytes);
      await failRuns(unit, instance);
      await endInstance(unit, instance.instanceId);
    });
}

/** Whether a server process is no more. */
function isDead({ host, pid, processStarted, heartbeatAt }: InstanceRow, now: number): boolean {
  return host === hostname() ? !isSameProcess(pid, processStarted) : now - heartbeatAt > SILENT_MS;
}

async function endChildren(
  unit: Unit,
  { instanceId, host }: InstanceRow,
  logBytes: number,
): Promise<void> {
  const live = await unit.db
    .select()
    .from(children)
    .where(and(eq(children.instanceId, instanceId), inArray(children.state, [...LIVE_STATES])));
  for (const child of live) {
    if (host === hostname()) endLeftover(child);
    const line = { ts: unit.now, stream: "meta" as const, message: `lost: ${REASON}` };
    await appendLines(unit, child.childId, [line], logBytes);
    await updateChild(unit, child.childId, { state: "lost", error: REASON, endedAt: unit.now });
    const { childId, runId, opId } = child;
    unit.record({ kind: "KILL", childId, runId, opId, payload: { state: "lost", error: REASON } });
  }
}

/** The watchdog has usually been here before. */
function endLeftover({ pid, processStarted }: ChildRow): void {
  if (pid !== null && processStarted !== null && isSameProcess(pid, processStarted))
    signalGroup(pid, "SIGKILL");
}

async function failRuns(unit: Unit, { instanceId }: InstanceRow): Promise<void> {
  const live = await unit.db
    .select()
    .from(runs)
    .where(
      and(eq(runs.instanceId, instanceId), inArray(runs.state, ["pending", "running", "paused"])),
    );
  for (const run of live) await failRun(unit, run);
}

async function failRun(unit: Unit, { runId, opId, graphId }: RunRow): Promise<void> {
  const open = (await nodesOf(unit.db, runId)).filter(
    ({ state }) => state === "running" || state === "pending",
  );
  const ended = { state: "failed" as const, error: REASON, endedAt: unit.now };
  await saveNodes(
    unit.db,
    open.map((node) => ({ ...node, ...ended })),
  );
  await updateRun(unit, runId, ended);
  unit.record({ kind: "ERROR", runId, opId, graphId, payload: { state: "failed", error: REASON } });
}

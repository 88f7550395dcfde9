import {
  advanceSequence,
  and,
  appendAtCommit,
  asc,
  eq,
  inArray,
  isNull,
  lt,
  ne,
  sequenceValue,
  type Transaction,
} from "@faculties/storage";
import { type InstanceRow, instances, requests } from "./tables.ts";

export type OwnerRequest = {
  kind: string;
  target: string;
  payload: Record<string, unknown>;
};

export async function registerInstance(
  tx: Transaction,
  now: number,
  identity: Pick<InstanceRow, "instanceId" | "host" | "pid" | "processStarted">,
): Promise<void> {
  await tx.insert(instances).values({ ...identity, startedAt: now, heartbeatAt: now });
}

/** Says that a process is there, also when others took it for dead while they could not hear of it. */
export async function beat(tx: Transaction, now: number, instanceId: string): Promise<void> {
  await tx
    .update(instances)
    .set({ heartbeatAt: now, endedAt: null })
    .where(eq(instances.instanceId, instanceId));
}

export async function endInstance(tx: Transaction, now: number, instanceId: string): Promise<void> {
  await tx.update(instances).set({ endedAt: now }).where(eq(instances.instanceId, instanceId));
  await tx.delete(requests).where(eq(requests.instanceId, instanceId));
}

/** Whether a process has ended, or has been forgotten since. */
export async function hasEnded(tx: Transaction, instanceId: string): Promise<boolean> {
  const [row] = await tx
    .select({ endedAt: instances.endedAt })
    .from(instances)
    .where(eq(instances.instanceId, instanceId));
  return row?.endedAt !== null;
}

/** Other processes that have not said that they ended. */
export async function otherInstances(tx: Transaction, own: string): Promise<InstanceRow[]> {
  return tx
    .select()
    .from(instances)
    .where(and(ne(instances.instanceId, own), isNull(instances.endedAt)));
}

/** Forgets processes that ended long ago. */
export async function forgetInstances(tx: Transaction, endedBefore: number): Promise<void> {
  await tx.delete(instances).where(lt(instances.endedAt, endedBefore));
}

export async function postRequest(
  tx: Transaction,
  instanceId: string,
  { kind, target, payload }: OwnerRequest,
): Promise<void> {
  const seq = sequenceValue("request");
  await advanceSequence(tx, "request");
  await appendAtCommit(tx, (turn) =>
    turn.insert(requests).values({ seq, instanceId, kind, target, payload }),
  );
}

export async function hasRequests(tx: Transaction, instanceId: string): Promise<boolean> {
  const [first] = await tx
    .select({ seq: requests.seq })
    .from(requests)
    .where(eq(requests.instanceId, instanceId))
    .orderBy(asc(requests.seq))
    .limit(1);
  return first !== undefined;
}

/** Takes the requests that wait for an instance; each is taken once. */
export async function takeRequests(tx: Transaction, instanceId: string): Promise<OwnerRequest[]> {
  const rows = await tx
    .select()
    .from(requests)
    .where(eq(requests.instanceId, instanceId))
    .orderBy(asc(requests.seq))
    .limit(256);
  if (rows.length === 0) return [];
  const taken = rows.map(({ seq }) => seq);
  await tx.delete(requests).where(inArray(requests.seq, taken));
  return rows.map(({ kind, target, payload }) => ({ kind, target, payload: payload ?? {} }));
}

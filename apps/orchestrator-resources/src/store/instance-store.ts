import {
  and,
  asc,
  eq,
  inArray,
  inOrder,
  isNull,
  lastNumber,
  lt,
  ne,
  type Queries,
  takeNumbers,
} from "@faculties/storage";
import { type InstanceRow, instances, requests } from "./instance-tables.ts";
import type { Unit } from "./ledger.ts";

export type OwnerRequest = {
  kind: string;
  target: string;
  payload: Record<string, unknown>;
};

export async function registerInstance(
  { db, now }: Unit,
  identity: Pick<InstanceRow, "instanceId" | "host" | "pid" | "processStarted">,
): Promise<void> {
  await db.insert(instances).values({ ...identity, startedAt: now, heartbeatAt: now });
}

/** Says that a process is there, also when others took it for dead while they could not hear of it. */
export async function beat({ db, now }: Unit, instanceId: string): Promise<void> {
  await db
    .update(instances)
    .set({ heartbeatAt: now, endedAt: null })
    .where(eq(instances.instanceId, instanceId));
}

export async function endInstance({ db, now }: Unit, instanceId: string): Promise<void> {
  await db.update(instances).set({ endedAt: now }).where(eq(instances.instanceId, instanceId));
  await db.delete(requests).where(eq(requests.instanceId, instanceId));
}

/** Other processes that have not said that they ended. */
export async function otherInstances(db: Queries, own: string): Promise<InstanceRow[]> {
  return db
    .select()
    .from(instances)
    .where(and(ne(instances.instanceId, own), isNull(instances.endedAt)));
}

/** Forgets processes that ended long ago. */
export async function forgetInstances({ db }: Unit, endedBefore: number): Promise<void> {
  await db.delete(instances).where(lt(instances.endedAt, endedBefore));
}

export async function postRequest(
  { db }: Unit,
  instanceId: string,
  { kind, target, payload }: OwnerRequest,
): Promise<void> {
  const seq = lastNumber("request");
  await takeNumbers(db, "request");
  await inOrder(db, (turn) =>
    turn.insert(requests).values({ seq, instanceId, kind, target, payload }),
  );
}

export async function hasRequests(db: Queries, instanceId: string): Promise<boolean> {
  const [first] = await db
    .select({ seq: requests.seq })
    .from(requests)
    .where(eq(requests.instanceId, instanceId))
    .orderBy(asc(requests.seq))
    .limit(1);
  return first !== undefined;
}

/** Takes the requests that wait for an instance; each is taken once. */
export async function takeRequests({ db }: Unit, instanceId: string): Promise<OwnerRequest[]> {
  const rows = await db
    .select()
    .from(requests)
    .where(eq(requests.instanceId, instanceId))
    .orderBy(asc(requests.seq))
    .limit(256);
  if (rows.length === 0) return [];
  const taken = rows.map(({ seq }) => seq);
  await db.delete(requests).where(inArray(requests.seq, taken));
  return rows.map(({ kind, target, payload }) => ({ kind, target, payload: payload ?? {} }));
}

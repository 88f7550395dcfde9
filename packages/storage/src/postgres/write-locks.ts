import { createHash } from "node:crypto";
import type { LockKeys } from "../write-queue.ts";

/**
 * Decides which bodies may write to a schema at the same time. A body without lock keys takes the schema's lock alone;
 * others share it and take a lock for each of their keys. Logs that all of them append to have their own lock, taken last
 * and kept until the commit is visible, so that numbers rise in commit order.
 */
export class WriteLocks {
  readonly #namespace: string;
  readonly #all: bigint;
  /** Waits until this transaction may commit next. */
  readonly lockCommitOrder: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
    this.#all = lockKey(`write ${namespace}`);
    this.lockCommitOrder = `select pg_advisory_xact_lock(${lockKey(`order ${namespace}`)})`;
  }

  /** Begins a transaction for bodies whose lock keys do not overlap. Keys are locked in order, to avoid deadlocks. */
  begin(tasks: readonly LockKeys[]): string {
    const things = tasks.flatMap(({ locks }) => locks ?? []);
    const isAlone = tasks.some(({ locks }) => locks === undefined);
    const keys = [...new Set(things.map((thing) => lockKey(`${this.#namespace} on ${thing}`)))];
    const wanted = [
      isAlone
        ? `pg_advisory_xact_lock(${this.#all})`
        : `pg_advisory_xact_lock_shared(${this.#all})`,
      ...keys.toSorted(ascending).map((key) => `pg_advisory_xact_lock(${key})`),
    ];
    return `begin; select ${wanted.join(", ")}`;
  }
}

/** PostgreSQL has room for this many locks per connection, on average over all connections. */
const ENOUGH_LOCKS = 64;

/** How many of the first tasks may share a transaction, in which no task sees the steps of another. */
export function compatible(tasks: readonly LockKeys[], most: number): number {
  const taken = new Set<string>();
  const isAlone = tasks[0]?.locks === undefined;
  for (const [place, { locks }] of tasks.slice(0, most).entries()) {
    if ((locks === undefined) !== isAlone || locks?.some((thing) => taken.has(thing))) return place;
    if (place > 0 && taken.size + (locks?.length ?? 0) > ENOUGH_LOCKS) return place;
    for (const thing of locks ?? []) taken.add(thing);
  }
  return Math.min(most, tasks.length);
}

function ascending(left: bigint, right: bigint): number {
  return left < right ? -1 : 1;
}

/** The number by which PostgreSQL knows an advisory lock. */
export function lockKey(name: string): bigint {
  return createHash("sha256").update(`faculties ${name}`).digest().readBigInt64BE();
}

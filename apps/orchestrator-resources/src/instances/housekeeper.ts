import type { Logger } from "@faculties/mcp-kit";
import type { HostSettings } from "../settings.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Transaction } from "@faculties/storage";
import { lostChildren } from "../store/children.ts";
import { instanceKey } from "../store/lock-keys.ts";
import { forgetAnswers, hasOldAnswers } from "../store/idempotency.ts";
import { beat, otherInstances } from "../store/instances.ts";
import type { Database } from "../store/database.ts";
import { lostRuns } from "../store/run-owners.ts";
import { expireTransactions, hasExpiredTransactions } from "../store/graph-transactions.ts";
import type { ChildPool } from "../children/child-pool.ts";
import { recoverFromDeadServers } from "./recovery.ts";
import type { RunEngine } from "../runs/run-engine.ts";
import type { SilenceWatch } from "./silence-watch.ts";
import type { Supervisor } from "../children/supervisor.ts";

type HousekeeperParts = {
  database: Database;
  blackboard: BlackboardStore;
  engine: RunEngine;
  pool: ChildPool;
  supervisor: Supervisor;
  intervalMs: number;
  logBytes: number;
  silence: SilenceWatch;
  host: HostSettings;
  /** Whether processes on other hosts may share the database. */
  isShared: boolean;
  killGraceMs: number;
  log: Pick<Logger, "warn">;
};

type Adoption = { isWanted(tx: Transaction): Promise<boolean>; adopt(): Promise<void> };

const FORGET_EVERY_MS = 60_000;

/** Regular work: heartbeats, expiry, and recovery from servers that have died. */
export class Housekeeper {
  readonly #parts: HousekeeperParts;
  #timer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #forgetAt = 0;
  #beats = true;
  #adoption: Adoption | undefined;

  constructor(parts: HousekeeperParts) {
    this.#parts = parts;
  }

  /** With `adoption` it continues what other servers have left behind. A worker `beats` by itself. */
  start({ adoption, beats }: { adoption?: Adoption; beats: boolean }): void {
    this.#adoption ??= adoption;
    this.#beats = beats;
    this.#timer ??= setInterval(() => void this.#round(), this.#parts.intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Ends entries and transactions that are past their time, if there are any. */
  async expire(): Promise<void> {
    const { database, blackboard } = this.#parts;
    await blackboard.endDue(database);
    if (await database.query((tx) => hasExpiredTransactions(tx, database.now())))
      await database.write(expireTransactions);
  }

  async #round(): Promise<void> {
    const { supervisor, log } = this.#parts;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#beat();
      await this.#endWhatOthersEnded();
      await supervisor.tick();
      const seen = await this.#look();
      if (seen.isDue) await this.expire();
      await this.#forget();
      const isRecovered = await recoverFromDeadServers(this.#parts, seen.others);
      if (isRecovered || seen.isAdoptionWanted) await this.#adoption?.adopt();
    } catch (error) {
      log.warn("housekeeping failed", { error });
    }
    this.#isBusy = false;
  }

  /** All in one transaction, because most rounds find nothing. */
  async #look() {
    const { database, blackboard } = this.#parts;
    const now = database.now();
    return database.read(async (tx) => ({
      isDue: (await blackboard.hasDue(tx, now)) || (await hasExpiredTransactions(tx, now)),
      others: await otherInstances(tx, database.writer),
      isAdoptionWanted: (await this.#adoption?.isWanted(tx)) === true,
    }));
  }

  async #beat(): Promise<void> {
    const { database, engine, pool, isShared } = this.#parts;
    const active = engine.active();
    for (const { runState } of active) runState.beat(this.#parts.intervalMs);
    // Processes on other hosts cannot see this one; they go by its heartbeat.
    if (this.#beats && (isShared || active.length > 0 || pool.running().length > 0))
      await database.write((tx, outbox) => beat(tx, outbox.now, database.writer), {
        locks: [instanceKey(database.writer)],
        isQuiet: true,
      });
  }

  /** Answers count no longer once their time is over; they are removed now and then. */
  async #forget(): Promise<void> {
    if (performance.now() < this.#forgetAt) return;
    this.#forgetAt = performance.now() + FORGET_EVERY_MS;
    const { database } = this.#parts;
    if (await database.query((tx) => hasOldAnswers(tx, database.now())))
      await database.write((tx, outbox) => forgetAnswers(tx, outbox.now));
  }

  /** Others may have taken this process for dead while it could not reach the database. */
  async #endWhatOthersEnded(): Promise<void> {
    const { database, engine, pool, killGraceMs } = this.#parts;
    const active = engine.active();
    const childIds = pool.running().map(({ row }) => row.childId);
    const error = "this server could not be heard of and was taken for dead";
    if (active.length > 0) {
      const claims = active.map(({ identity, epoch }) => ({ runId: identity.runId, epoch }));
      for (const runId of await database.query((tx) => lostRuns(tx, database.writer, claims)))
        engine.find(runId)?.control.abandon(error);
    }
    if (childIds.length > 0)
      for (const childId of await database.query((tx) => lostChildren(tx, childIds)))
        pool.stop(childId, { state: "killed", message: error }, killGraceMs);
  }
}

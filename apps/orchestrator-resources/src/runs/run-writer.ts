import type { Transaction } from "@faculties/storage";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type CausalDraft, recordCausalEvents } from "../store/causal-events.ts";
import type { Database, Outbox } from "../store/database.ts";
import type { EventDraft } from "../store/event-log.ts";
import { runKey } from "../store/lock-keys.ts";
import { isOwner } from "../store/run-owners.ts";
import { saveNodes } from "../store/runs.ts";
import type { RunNodeRow } from "../store/tables.ts";

/** Events of one transaction, so that it stays short. */
const MOST_EVENTS = 512;
/** Likewise causes, and links from one to another: a node may come after thousands of others. */
const MOST_LINKS = 4_096;
/** Events that may wait to be written before a run has to. */
const MOST_WAITING = 4_096;

export type Fence = {
  /** The claim of this process on the run; another process that takes it over has a higher epoch. */
  epoch: number;
  /** Called when another process has the run: nothing more is written. */
  onFenced(): void;
  /** Called when something can never be written. */
  onLoss(error: unknown): void;
};

class Fenced extends Error {}

/**
 * Writes the events and nodes of a run in order while it executes, in batches of everything that has arrived, as long as
 * the run belongs to this process.
 */
export class RunWriter {
  readonly #runId: string;
  readonly #database: Database;
  readonly #fence: Fence;
  #events: EventDraft[] = [];
  #nodes = new Map<string, RunNodeRow>();
  #causes: CausalDraft[] = [];
  #working: Promise<void> | undefined;
  #onRoom: (() => void)[] = [];
  #isIncomplete = false;
  #isFenced = false;

  constructor(runId: string, database: Database, fence: Fence) {
    this.#runId = runId;
    this.#database = database;
    this.#fence = fence;
  }

  /** Whether something could not be written. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  event(draft: EventDraft): void {
    if (this.#isFenced) return;
    this.#events.push({ ts: this.#database.now(), ...draft });
    this.#working ??= this.#work();
  }

  node(row: RunNodeRow): void {
    if (this.#isFenced) return;
    this.#nodes.set(row.nodeId, { ...row });
    this.#working ??= this.#work();
  }

  cause(draft: CausalDraft): void {
    if (this.#isFenced) return;
    this.#causes.push(draft);
    this.#working ??= this.#work();
  }

  /** Resolves when not too much waits to be written. */
  room(): Promise<void> {
    if (this.#events.length < MOST_WAITING) return Promise.resolve();
    return new Promise((resolve) => this.#onRoom.push(resolve));
  }

  /** Resolves when everything that came so far is written. */
  async recorded(): Promise<void> {
    await this.#working;
  }

  /** Writes what is left together with `last`. */
  async finish<Result>(
    last: (tx: Transaction, outbox: Outbox) => Promise<Result>,
  ): Promise<Result> {
    await this.#working;
    return this.write(last);
  }

  /** Drops what waits and writes nothing any more. */
  stop(): void {
    this.#isFenced = true;
    this.#events = [];
    this.#nodes = new Map();
    this.#causes = [];
    for (const go of this.#onRoom.splice(0)) go();
  }

  /** Writes something of the run, unless another process has taken it over. */
  async write<Result>(
    body: (tx: Transaction, outbox: Outbox) => Promise<Result>,
    more: readonly string[] = [],
  ): Promise<Result> {
    const { writer } = this.#database;
    const locks = [runKey(this.#runId), ...more];
    try {
      return await this.#database.writeThroughOutage(
        async (tx, outbox) => {
          if (!(await isOwner(tx, this.#runId, { instanceId: writer, epoch: this.#fence.epoch })))
            throw new Fenced("another process has taken the run over");
          return body(tx, outbox);
        },
        { locks },
      );
    } catch (error) {
      if (error instanceof Fenced && !this.#isFenced) {
        this.stop();
        this.#fence.onFenced();
      }
      throw error;
    }
  }

  async #work(): Promise<void> {
    // Everything that happens in this turn goes into one transaction.
    await nextTurn();
    while (this.#events.length + this.#nodes.size + this.#causes.length > 0) {
      const events = this.#events.splice(0, MOST_EVENTS);
      const nodes = [...this.#nodes.values()];
      this.#nodes = new Map();
      const causes = this.#causes.splice(0, this.#fewCauses());
      try {
        await this.write(async (tx, outbox) => {
          outbox.record(...events);
          await saveNodes(tx, nodes);
          if (causes.length > 0) await recordCausalEvents(tx, causes);
        });
      } catch (error) {
        if (error instanceof Fenced) break;
        this.#isIncomplete = true;
        this.#fence.onLoss(error);
      }
      if (this.#events.length < MOST_WAITING) for (const go of this.#onRoom.splice(0)) go();
    }
    this.#working = undefined;
  }

  /** How many have at most so many links, but one at least. */
  #fewCauses(): number {
    let links = 0;
    const end = this.#causes.findIndex(({ causes }) => (links += causes.length) > MOST_LINKS);
    return Math.min(end < 0 ? MOST_EVENTS : Math.max(end, 1), MOST_EVENTS);
  }
}

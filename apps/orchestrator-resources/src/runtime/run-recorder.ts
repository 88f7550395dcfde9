import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import { type CausalDraft, recordCausalEvents } from "../store/causal-store.ts";
import { onRun } from "../store/contests.ts";
import type { EventDraft } from "../store/event-log.ts";
import type { Ledger, Unit } from "../store/ledger.ts";
import { saveNodes } from "../store/run-store.ts";
import type { RunNodeRow } from "../store/run-tables.ts";

/** Events of one transaction, so that it stays short. */
const MOST_EVENTS = 512;
/** Events that may wait to be written before a run has to. */
const MOST_WAITING = 4_096;

/** Writes down what a run does, in order, while the run goes on: as much at a time as has come together. */
export class RunRecorder {
  readonly #runId: string;
  readonly #ledger: Ledger;
  readonly #log: Pick<Logger, "error">;
  #events: EventDraft[] = [];
  #nodes = new Map<string, RunNodeRow>();
  #causes: CausalDraft[] = [];
  #working: Promise<void> | undefined;
  #onRoom: (() => void)[] = [];

  constructor(runId: string, ledger: Ledger, log: Pick<Logger, "error">) {
    this.#runId = runId;
    this.#ledger = ledger;
    this.#log = log;
  }

  event(draft: EventDraft): void {
    this.#events.push({ ts: this.#ledger.now(), ...draft });
    this.#working ??= this.#work();
  }

  node(row: RunNodeRow): void {
    this.#nodes.set(row.nodeId, { ...row });
    this.#working ??= this.#work();
  }

  cause(draft: CausalDraft): void {
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
  async finish<Result>(last: (unit: Unit) => Promise<Result>): Promise<Result> {
    await this.#working;
    return this.#write(last);
  }

  #write<Result>(body: (unit: Unit) => Promise<Result>): Promise<Result> {
    return this.#ledger.writeDown(body, { on: [onRun(this.#runId)] });
  }

  async #work(): Promise<void> {
    // Everything that happens in this turn goes into one transaction.
    await nextTurn();
    while (this.#events.length + this.#nodes.size + this.#causes.length > 0) {
      const events = this.#events.splice(0, MOST_EVENTS);
      const nodes = [...this.#nodes.values()];
      const causes = this.#causes.splice(0, MOST_EVENTS);
      this.#nodes = new Map();
      try {
        await this.#write(async (unit) => {
          unit.record(...events);
          await saveNodes(unit.db, nodes);
          await recordCausalEvents(unit, causes);
        });
      } catch (error) {
        this.#log.error("steps of a run could not be stored", { error });
      }
      if (this.#events.length < MOST_WAITING) for (const go of this.#onRoom.splice(0)) go();
    }
    this.#working = undefined;
  }
}

import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import {
  type LockKeys,
  type Follow,
  isOutage,
  isTimeout,
  type Transaction,
  type Storage,
} from "@faculties/storage";
import { runEventsUri } from "../domain/resource-uri.ts";
import { appendEvents, type EventDraft } from "./event-log.ts";
import { type ResourceTouch, saveTouches } from "./resources.ts";

/** One transaction: the database, the time, and what it reports to watchers when it commits. */
export type Unit = {
  readonly tx: Transaction;
  readonly now: number;
  /** Adds an event to the log. */
  record(...drafts: EventDraft[]): void;
  /** Says that a resource is new or has changed. */
  touch(touch: ResourceTouch): void;
  /** Runs when, and only if, the transaction has committed. */
  afterCommit(action: () => void): void;
};

export type LedgerSettings = {
  storage: Storage;
  now: () => number;
  /** Names this process among those that share the database. */
  writer: string;
  maxEventHistory: number;
  /** Called after each commit with the resources it changed, and whether any of them may be new. */
  onCommit(changed: readonly string[], isListChanged: boolean): void;
  /** How long what could not be written waits for another try; twice as long after each time-out. */
  tryAgainMs: number;
  log: Pick<Logger, "warn">;
};

/** Tries of what takes too long. With them a database has more than a minute to become quick again. */
const MOST_TIMEOUTS = 5;

/** All reading and writing of this server: every change commits together with its events. */
export class Ledger {
  readonly now: () => number;
  readonly writer: string;
  readonly #settings: LedgerSettings;
  readonly #closing = new AbortController();

  constructor(settings: LedgerSettings) {
    setMaxListeners(0, this.#closing.signal);
    this.now = settings.now;
    this.writer = settings.writer;
    this.#settings = settings;
  }

  query<Result>(run: (tx: Transaction) => PromiseLike<Result>): Promise<Result> {
    return this.#settings.storage.query(run);
  }

  read<Result>(body: (tx: Transaction) => PromiseLike<Result>): Promise<Result> {
    return this.#settings.storage.read(body);
  }

  /** Looks now and whenever other processes may have changed something. */
  follow(look: () => Promise<void>, how: Follow): void {
    this.#settings.storage.follow(look, how);
  }

  /** A body that names what it contends for must not read what others append to: events, resources, numbers. */
  async write<Result>(body: (unit: Unit) => Promise<Result>, contest?: LockKeys): Promise<Result> {
    const { storage, onCommit } = this.#settings;
    const { result, changed, known, actions } = await storage.write(async (tx) => {
      // Made anew for every try of the body.
      const draft = draftUnit(tx, this.now());
      const value = await body(draft.unit);
      return { result: value, ...(await this.#settle(draft)), actions: draft.actions };
    }, contest);
    for (const action of actions) action();
    if (changed.length > 0) onCommit(changed, known.length < changed.length);
    return result;
  }

  /**
   * Writes down what has happened or is about to, and waits for a database that is away or full, until the signal aborts
   * or the server stops. What may have been written already is written again: twice is better than never. What the
   * database refuses, or takes too long for again and again, it throws.
   */
  async writeDown<Result>(
    body: (unit: Unit) => Promise<Result>,
    { signal, ...contest }: LockKeys & { signal?: AbortSignal },
  ): Promise<Result> {
    const { tryAgainMs, log } = this.#settings;
    const stops = [this.#closing.signal, ...(signal ? [signal] : [])];
    let timeouts = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.write(body, contest);
      } catch (error) {
        if (isTimeout(error)) timeouts += 1;
        const isHopeless = isTimeout(error) ? timeouts === MOST_TIMEOUTS : !isOutage(error);
        if (isHopeless || stops.some(({ aborted }) => aborted)) throw error;
        if (tries === 1) log.warn("what happens is written down when the database can", { error });
      }
      const pauseMs = tryAgainMs * 2 ** timeouts;
      await delay(pauseMs, undefined, { signal: AbortSignal.any(stops) }).catch(() => undefined);
    }
  }

  /** From now on nothing waits for the database. */
  close(): void {
    this.#closing.abort();
  }

  async #settle({ unit, events, touches }: UnitDraft) {
    const { writer, maxEventHistory } = this.#settings;
    if (events.length > 0)
      await appendEvents(unit.tx, events, { now: unit.now, keep: maxEventHistory });
    const changed = [...touches.keys()];
    const known =
      changed.length === 0 ? [] : await saveTouches(unit.tx, [...touches.values()], writer);
    return { changed, known };
  }
}

type UnitDraft = {
  unit: Unit;
  events: EventDraft[];
  touches: Map<string, ResourceTouch>;
  actions: (() => void)[];
};

function draftUnit(tx: Transaction, now: number): UnitDraft {
  const events: EventDraft[] = [];
  const touches = new Map<string, ResourceTouch>();
  const actions: (() => void)[] = [];
  const touch = (next: ResourceTouch) => {
    const metadata = next.metadata ?? touches.get(next.uri)?.metadata;
    touches.set(next.uri, { ...next, ...(metadata && { metadata }) });
  };
  const unit: Unit = {
    tx,
    now,
    record(...drafts) {
      events.push(...drafts);
      for (const { runId } of drafts)
        if (typeof runId === "string") touch({ uri: runEventsUri(runId), kind: "run_events" });
    },
    touch,
    afterCommit: (action) => void actions.push(action),
  };
  return { unit, events, touches, actions };
}

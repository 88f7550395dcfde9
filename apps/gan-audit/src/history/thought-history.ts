import { randomUUID } from "node:crypto";
import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit/sequentialthinking";
import type { Transaction, Storage } from "@faculties/storage";
import {
  appendThoughts,
  findSessionWith,
  type Recorded,
  type SessionState,
} from "../store/thoughts.ts";

const MOST_CONNECTIONS = 10_000;
const MOST_KNOWN = 100;
const LARGEST_BATCH = 256;
const LONGEST_WAIT_MS = 1;

type Waiting = {
  sessionId: string;
  input: SequentialThinkingInput;
  resolve: (recorded: Recorded) => void;
  reject: (error: unknown) => void;
};

type Written = { recorded: Map<Waiting, Recorded>; states: Map<string, SessionState> };

/** The history of thoughts, by session. */
export class HistoryStore {
  readonly #storage: Storage;
  readonly #now: () => number;
  /** The session that each connection thinks in; a promise while it is looked up. */
  readonly #sessions = new Map<string, string | Promise<string>>();
  /** The sessions that were thought in last, as this process left them. */
  readonly #known = new Map<string, SessionState>();
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** How many thoughts came together last time, and how long they took to write. */
  #lately = { thoughts: 0, ms: 0 };

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Writes a thought down; durable once this resolves. */
  record(connection: string, input: SequentialThinkingInput): Promise<Recorded> {
    const session = this.#sessions.get(connection) ?? this.#enter(connection, input.branchId);
    return typeof session === "string"
      ? this.#add(session, input)
      : session.then((sessionId) => this.#add(sessionId, input));
  }

  /**
   * A connection thinks in a session of its own, unless its first thought names a branch that is known: then it
   * goes on where that branch was. So a client that comes back, or has no lasting connection, keeps its history.
   */
  #enter(connection: string, branchId: string | undefined): string | Promise<string> {
    const session =
      branchId === undefined || branchId === "" ? randomUUID() : this.#find(connection, branchId);
    this.#sessions.set(connection, session);
    if (this.#sessions.size > MOST_CONNECTIONS) {
      const [oldest = connection] = this.#sessions.keys();
      this.#sessions.delete(oldest);
    }
    return session;
  }

  async #find(connection: string, branchId: string): Promise<string> {
    try {
      const found = await this.#storage.query((tx) => findSessionWith(tx, branchId));
      const session = found ?? randomUUID();
      this.#sessions.set(connection, session);
      return session;
    } catch (error) {
      this.#sessions.delete(connection);
      throw error;
    }
  }

  #add(sessionId: string, input: SequentialThinkingInput): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sessionId, input, resolve, reject });
      if (!this.#isWriting) void this.#writeWaiting();
    });
  }

  /** Thoughts that wait together are written together, down to those that come just before the transaction begins. */
  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      let batch: Waiting[] = [];
      await this.#gather();
      const began = performance.now();
      try {
        const { recorded, states } = await this.#storage.write(
          (tx) => {
            // A body may run again.
            if (batch.length === 0) batch = this.#waiting.splice(0, LARGEST_BATCH);
            return this.#append(tx, batch);
          },
          { locks: [] },
        );
        for (const one of batch) one.resolve(recorded.get(one) as Recorded);
        for (const [sessionId, state] of states) this.#remember(sessionId, state);
      } catch (error) {
        if (batch.length === 0) batch = this.#waiting.splice(0);
        for (const { reject } of batch) reject(error);
      }
      this.#lately = {
        thoughts: batch.length + this.#waiting.length,
        ms: performance.now() - began,
      };
    }
    this.#isWriting = false;
  }

  /** Who was just answered often comes again at once; waiting a little for them is cheaper than another flush. */
  async #gather(): Promise<void> {
    const { thoughts, ms } = this.#lately;
    const until = performance.now() + Math.min(ms / 2, LONGEST_WAIT_MS);
    const enough = Math.min(thoughts, LARGEST_BATCH);
    while (this.#waiting.length < enough && performance.now() < until)
      await new Promise((resolve) => setImmediate(resolve));
  }

  async #append(tx: Transaction, batch: readonly Waiting[]): Promise<Written> {
    const written: Written = { recorded: new Map(), states: new Map() };
    // In order, so that two who write to the same sessions do not wait for each other.
    for (const sessionId of [...new Set(batch.map((one) => one.sessionId))].toSorted()) {
      const own = batch.filter((one) => one.sessionId === sessionId);
      const inputs = own.map(({ input }) => input);
      const known = this.#known.get(sessionId);
      const { recorded, state } = await appendThoughts(tx, sessionId, inputs, this.#now(), known);
      for (const [index, one] of own.entries())
        written.recorded.set(one, recorded[index] as Recorded);
      written.states.set(sessionId, state);
    }
    return written;
  }

  #remember(sessionId: string, state: SessionState): void {
    this.#known.delete(sessionId);
    this.#known.set(sessionId, state);
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest = sessionId] = this.#known.keys();
    this.#known.delete(oldest);
  }
}

import { randomUUID } from "node:crypto";
import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit/sequentialthinking";
import type { Storage } from "@faculties/storage";
import {
  type Appended,
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

/** The history of thoughts, by session. */
export class ThoughtHistory {
  readonly #storage: Storage;
  /** The session that each connection thinks in; a promise while it is looked up. */
  readonly #sessions = new Map<string, string | Promise<string>>();
  /** The sessions that were thought in last, as this process left them. */
  readonly #known = new Map<string, SessionState>();
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** How many thoughts came together last time, and how long they took to write. */
  #lately = { thoughts: 0, ms: 0 };

  constructor(storage: Storage) {
    this.#storage = storage;
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
   * continues where that branch was. So a client that comes back, or has no lasting connection, keeps its history.
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

  /** Thoughts that wait together are written in one transaction. */
  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      const began = performance.now();
      try {
        await this.#write(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      this.#lately = {
        thoughts: batch.length + this.#waiting.length,
        ms: performance.now() - began,
      };
    }
    this.#isWriting = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    // In order, so that two processes that write to the same sessions do not wait for each other.
    const sessionIds = [...new Set(batch.map(({ sessionId }) => sessionId))].toSorted();
    const groups = sessionIds.map((sessionId) => {
      const waiting = batch.filter((one) => one.sessionId === sessionId);
      const inputs = waiting.map(({ input }) => input);
      return { sessionId, waiting, inputs, known: this.#known.get(sessionId) };
    });
    const at = this.#storage.now();
    const written = await this.#storage.write(
      async (tx) => {
        const appended: Appended[] = [];
        for (const group of groups) appended.push(await appendThoughts(tx, group, at));
        return appended;
      },
      { locks: [] },
    );
    for (const [index, { sessionId, waiting }] of groups.entries()) {
      const { recorded, state } = written[index] as Appended;
      for (const [place, { resolve }] of waiting.entries()) resolve(recorded[place] as Recorded);
      this.#remember(sessionId, state);
    }
  }

  /** A client that was just answered often sends the next thought at once; waiting for it is cheaper than another flush. */
  async #gather(): Promise<void> {
    const { thoughts, ms } = this.#lately;
    const until = performance.now() + Math.min(ms / 2, LONGEST_WAIT_MS);
    const enough = Math.min(thoughts, LARGEST_BATCH);
    while (this.#waiting.length < enough && performance.now() < until)
      await new Promise((resolve) => setImmediate(resolve));
  }

  #remember(sessionId: string, state: SessionState): void {
    this.#known.delete(sessionId);
    this.#known.set(sessionId, state);
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest = sessionId] = this.#known.keys();
    this.#known.delete(oldest);
  }
}

import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit";
import type { Queries, Storage } from "@faculties/storage";
import { appendThoughts, findSessionWith, type Recorded } from "./append-thoughts.ts";

const MOST_CONNECTIONS = 10_000;
const LARGEST_BATCH = 64;

type Waiting = {
  sessionId: string;
  input: SequentialThinkingInput;
  resolve: (recorded: Recorded) => void;
  reject: (error: unknown) => void;
};

/** The history of thoughts, by session. */
export class HistoryStore {
  readonly #storage: Storage;
  readonly #now: () => number;
  /** The session that each connection thinks in. */
  readonly #sessions = new Map<string, Promise<string>>();
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Writes a thought down; durable once this resolves. */
  async record(connection: string, input: SequentialThinkingInput): Promise<Recorded> {
    const sessionId = await this.#sessionOf(connection, input.branchId);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sessionId, input, resolve, reject });
      if (!this.#isWriting) void this.#writeWaiting();
    });
  }

  /**
   * A connection thinks in a session of its own, unless its first thought names a branch that is known: then it
   * goes on where that branch was. So a client that comes back, or has no lasting connection, keeps its history.
   */
  #sessionOf(connection: string, branchId: string | undefined): Promise<string> {
    const known = this.#sessions.get(connection);
    if (known) return known;
    const found = branchId
      ? this.#storage.query((db) => findSessionWith(db, branchId))
      : Promise.resolve(undefined);
    const session = found.then((id) => id ?? randomUUID());
    this.#sessions.set(connection, session);
    session.catch(() => this.#sessions.delete(connection));
    if (this.#sessions.size > MOST_CONNECTIONS) {
      const [oldest = connection] = this.#sessions.keys();
      this.#sessions.delete(oldest);
    }
    return session;
  }

  /** Thoughts that wait together are written together. */
  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      try {
        const recorded = await this.#storage.write((db) => this.#append(db, batch));
        for (const one of batch) one.resolve(recorded.get(one) as Recorded);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** Waits for as long as every turn of the event loop brings another thought. */
  async #gather(): Promise<void> {
    let known: number;
    do {
      known = this.#waiting.length;
      await nextTurn();
    } while (this.#waiting.length > known && this.#waiting.length < LARGEST_BATCH);
  }

  async #append(db: Queries, batch: readonly Waiting[]): Promise<Map<Waiting, Recorded>> {
    const recorded = new Map<Waiting, Recorded>();
    for (const sessionId of new Set(batch.map((one) => one.sessionId))) {
      const own = batch.filter((one) => one.sessionId === sessionId);
      const inputs = own.map(({ input }) => input);
      const answers = await appendThoughts(db, sessionId, inputs, this.#now());
      for (const [index, one] of own.entries()) recorded.set(one, answers[index] as Recorded);
    }
    return recorded;
  }
}

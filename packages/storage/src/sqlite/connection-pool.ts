import { closedError } from "../storage-error.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Lends out connections in the order of asking. */
export class ConnectionPool {
  readonly #all: readonly SqliteConnection[];
  readonly #free: SqliteConnection[];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  #closed = false;

  constructor(connections: readonly SqliteConnection[]) {
    this.#all = connections;
    this.#free = [...connections];
  }

  async use<Result>(action: (connection: SqliteConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#acquire();
    try {
      return await action(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(connection);
      else next(connection);
    }
  }

  /** Waits until everything lent out is back, then closes. */
  async close(): Promise<void> {
    const connections = await Promise.all(this.#all.map(() => this.#acquire()));
    this.#closed = true;
    for (const connection of connections) connection.database.close();
  }

  async #acquire(): Promise<SqliteConnection> {
    if (this.#closed) throw closedError();
    const free = this.#free.pop();
    if (free !== undefined) return free;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

import { closedError } from "../storage-error.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Lends out a fixed number of connections, opened when first needed, in the order of asking. */
export class ConnectionPool {
  readonly #open: () => SqliteConnection;
  readonly #size: number;
  readonly #all: SqliteConnection[] = [];
  readonly #free: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
  #closed = false;

  constructor(open: () => SqliteConnection, size: number) {
    this.#open = open;
    this.#size = size;
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
    if (this.#all.length < this.#size) {
      const opened = this.#open();
      this.#all.push(opened);
      return opened;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

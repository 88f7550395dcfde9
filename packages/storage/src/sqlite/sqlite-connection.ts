import type Sqlite from "better-sqlite3";
import { retryUntil } from "@faculties/std";
import { createTransaction, type Method, type Shape, type Scope } from "../transaction.ts";
import { misuse, closedError } from "../storage-error.ts";
import type { Transaction } from "../storage.ts";
import { explainSqliteError } from "./sqlite-error.ts";

const STATEMENTS_KEPT = 256;

type ConnectionSource = {
  readonly?: boolean;
  /** The content of the file, instead of the file itself. */
  source?: string | Buffer;
};

type Checkpoint = { busy: number; log: number; checkpointed: number };
type ForeignKeyRow = { table: string; parent: string };

/** One open connection: remembers prepared statements and explains errors. */
export class SqliteConnection {
  readonly database: Sqlite.Database;
  readonly #file: string;
  readonly #statements = new Map<string, Sqlite.Statement>();

  constructor(
    Database: typeof Sqlite,
    file: string,
    busyTimeoutMs: number,
    { readonly = false, source = file }: ConnectionSource = {},
  ) {
    this.#file = file;
    const options = { timeout: busyTimeoutMs, readonly };
    this.database = this.explained(() => new Database(source, options));
  }

  /** A query builder on this connection that stops working when the scope closes. */
  queries(scope: Scope, access: "read" | "write"): Transaction {
    return createTransaction("sqlite", scope, (sql, params, method, shape) =>
      this.#execute(sql, params, method, shape, access),
    );
  }

  /** Runs a statement of the engine's own, such as BEGIN. */
  command(sql: string): void {
    this.explained(() => this.#prepare(sql).run());
  }

  /** Ends a transaction if there is one. False when even that failed: the next BEGIN will tell why. */
  rollback(): boolean {
    try {
      if (this.database.inTransaction) this.command("ROLLBACK");
      return true;
    } catch {
      return false;
    }
  }

  /** Moves the log into the database. False when that failed, or when others still need a part of it. */
  emptyLog(): boolean {
    try {
      const [done] = this.database.pragma("wal_checkpoint(passive)") as [Checkpoint];
      return done.busy === 0 && done.log === done.checkpointed;
    } catch {
      return false;
    }
  }

  integrityProblems(): string[] {
    try {
      const damage = this.database.prepare("pragma integrity_check").pluck().all().map(String);
      const orphans = this.database.prepare<[], ForeignKeyRow>("pragma foreign_key_check").all();
      return [
        ...damage.filter((line) => line !== "ok"),
        ...orphans.map(
          ({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`,
        ),
      ];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  explained<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      throw explainSqliteError(error, this.#file);
    }
  }

  #execute(sql: string, params: unknown[], method: Method, shape: Shape, access: "read" | "write") {
    return this.explained(() => {
      const statement = this.#prepare(sql);
      if (access === "read" && !statement.readonly)
        throw misuse("wrote inside `query` or `read`. Use `write`");
      if (!statement.reader) {
        const { changes } = statement.run(...params);
        return method === "run" ? { changes } : method === "all" ? [] : undefined;
      }
      statement.raw(shape === "arrays");
      if (method === "get") return statement.get(...params);
      const rows = statement.all(...params);
      return method === "all" ? rows : { changes: statement.readonly ? 0 : rows.length };
    });
  }

  #prepare(sql: string): Sqlite.Statement {
    const kept = this.#statements.get(sql);
    const statement = kept ?? this.database.prepare(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const [oldest = sql] = this.#statements.keys();
      this.#statements.delete(oldest);
    }
    return statement;
  }
}

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

const LONGEST_PAUSE_MS = 8;

/** Tries again while another process holds the lock, until the budget is spent. */
export function retryWhileBusy<Result>(
  action: () => Result | Promise<Result>,
  budgetMs: number,
): Promise<Result> {
  return retryUntil(action, { isRetryable: isBusy, budgetMs, longestPauseMs: LONGEST_PAUSE_MS });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "E-STORAGE-BUSY";
}

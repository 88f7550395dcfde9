import type Sqlite from "better-sqlite3";
import { createTransaction, type Method, type Shape, type Scope } from "../transaction.ts";
import { misuse } from "../storage-error.ts";
import type { Transaction } from "../storage.ts";
import { explainSqliteError } from "./sqlite-error.ts";

const STATEMENTS_KEPT = 256;

type ConnectionSource = {
  readonly?: boolean;
  /** The content of the file, instead of the file itself. */
  source?: string | Buffer;
};

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

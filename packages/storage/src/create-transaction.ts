import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle as postgresBuilder } from "drizzle-orm/pg-proxy";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { drizzle as sqliteBuilder } from "drizzle-orm/sqlite-proxy";
import { refuseClosed, type Scope } from "./scope.ts";
import { misuse } from "./storage-error.ts";
import type { BuiltStatement, Engine, Statement, Transaction } from "./storage.ts";

export type Method = "run" | "all" | "get";
export type Shape = "arrays" | "objects";

/** Runs one statement: `run` answers `{ changes }`, `all` the rows, `get` the first row or undefined. */
type Execute = (sql: string, params: unknown[], method: Method, shape: Shape) => unknown;
type Builder = Pick<Transaction, "select" | "selectDistinct" | "insert" | "update" | "delete">;

/** Columns are declared in camelCase; in the database they are in snake_case. */
const NAMING = { casing: "snake_case" } as const;
/** A body that ended its transaction would take the work of others with it. */
const TRANSACTION_CONTROL = /^\s*(?:begin|start|commit|end|rollback|abort|savepoint|release)\b/i;
const dialects = { sqlite: new SQLiteAsyncDialect(NAMING), postgres: new PgDialect(NAMING) };

/** A query builder and plain SQL, run by `execute` until the scope closes. */
export function createTransaction(engine: Engine, scope: Scope, run: Execute): Transaction {
  const execute: Execute = (text, params, method, shape) => {
    refuseClosed(scope);
    if (TRANSACTION_CONTROL.test(text))
      throw misuse("began or ended a transaction itself. Throw to undo");
    return run(text, params, method, shape);
  };
  const perform = async (statement: Statement, method: Method, shape: Shape) => {
    const { sql: text, params } = toText(statement, engine);
    return execute(text, params, method, shape);
  };
  const builder = engine === "sqlite" ? onSqlite(execute) : onPostgres(execute);
  const whileOpen = <Start extends (...given: never[]) => unknown>(start: Start): Start =>
    ((...given) => {
      refuseClosed(scope);
      return start.apply(builder, given);
    }) as Start;
  return {
    engine,
    select: whileOpen(builder.select),
    selectDistinct: whileOpen(builder.selectDistinct),
    insert: whileOpen(builder.insert),
    update: whileOpen(builder.update),
    delete: whileOpen(builder.delete),
    run: (statement) => perform(statement, "run", "arrays") as Promise<{ changes: number }>,
    all: <Row>(statement: Statement) => perform(statement, "all", "objects") as Promise<Row[]>,
    get: <Row>(statement: Statement) => perform(statement, "get", "objects") as Promise<Row>,
    values: <Row extends unknown[]>(statement: Statement) =>
      perform(statement, "all", "arrays") as Promise<Row[]>,
    async $count(source, filter) {
      const condition = filter === undefined ? sql`` : sql` where ${filter}`;
      const counted = sql`select count(*) as count from ${source}${condition}`;
      const found = (await perform(counted, "get", "objects")) as { count: number };
      return found.count;
    },
  };
}

function onSqlite(execute: Execute): Builder {
  const builder = sqliteBuilder(
    async (text, params, method) =>
      method === "run"
        ? // Handed through to the caller as it is.
          ((await execute(text, params, "run", "arrays")) as { rows: [] })
        : { rows: (await execute(text, params, "all", "arrays")) as unknown[] },
    undefined,
    NAMING,
  );
  return builder as Pick<typeof builder, keyof Builder> as Builder;
}

/** The tables are SQLite's for both engines, so that stores and their types do not depend on the engine. */
function onPostgres(execute: Execute): Builder {
  const builder = postgresBuilder(async (text, params, method) => {
    const answer = await execute(text, params, method === "all" ? "all" : "run", "arrays");
    return { rows: answer as unknown[] };
  }, NAMING);
  return builder as unknown as Builder;
}

function toText(statement: Statement, engine: Engine): BuiltStatement {
  if (typeof statement === "string") return { sql: statement, params: [] };
  return "params" in statement ? statement : dialects[engine].sqlToQuery(statement.getSQL());
}

import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle as postgresBuilder } from "drizzle-orm/pg-proxy";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { drizzle as sqliteBuilder } from "drizzle-orm/sqlite-proxy";
import { misuse, storageError, withoutParameters } from "./storage-error.ts";
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

/** The time during which a body may use the connection it was given. */
export type Scope = { readonly owner: object; open: boolean };

const running = new AsyncLocalStorage<Scope>();
let openScopes = 0;

/** Runs a body for at most `limitMs`; when it settles or its time is up, its scope is closed for good. */
export async function runInScope<Result>(
  owner: object,
  limitMs: number,
  body: (scope: Scope) => PromiseLike<Result>,
): Promise<Result> {
  const scope: Scope = { owner, open: true };
  openScopes += 1;
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong(limitMs)), limitMs);
  });
  try {
    return await Promise.race([running.run(scope, () => body(scope)), timeUp]);
  } catch (error) {
    throw withoutParameters(error);
  } finally {
    clearTimeout(timer);
    scope.open = false;
    openScopes -= 1;
    // Before Node 24 every promise of the process costs more for as long as anything is followed.
    if (openScopes === 0) running.disable();
  }
}

/** A body that calls its own storage again would wait for itself, or miss its own changes. */
export function refuseNesting(owner: object): void {
  const scope = running.getStore();
  if (scope === undefined || !scope.open || scope.owner !== owner) return;
  throw storageError(
    "E-STORAGE-MISUSE",
    "A body given to the storage called the storage again. Use the `tx` that the body was given.",
  );
}

function refuseClosed(scope: Scope): void {
  if (scope.open) return;
  throw storageError(
    "E-STORAGE-MISUSE",
    "This `tx` was used after its body had ended or had run out of time. Await every query inside the body.",
  );
}

function tookTooLong(limitMs: number) {
  return storageError(
    "E-STORAGE-TIMEOUT",
    `A database transaction was undone because its body took longer than ${limitMs} ms. Nothing was written; try again.`,
  );
}

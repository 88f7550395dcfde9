import { AsyncLocalStorage } from "node:async_hooks";
import { withDeadline } from "@faculties/std";
import { sql, type SQL } from "drizzle-orm";
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

const bodies = new AsyncLocalStorage<Scope>();
let openScopes = 0;

/** Runs a body for at most `limitMs`; when it settles or its time is up, its scope is closed for good. */
export async function runInScope<Result>(
  owner: object,
  limitMs: number,
  body: (scope: Scope) => PromiseLike<Result>,
): Promise<Result> {
  const scope: Scope = { owner, open: true };
  openScopes += 1;
  try {
    const running = bodies.run(scope, () => body(scope));
    return await withDeadline(running, limitMs, () => {
      throw tookTooLong(limitMs);
    });
  } catch (error) {
    throw withoutParameters(error);
  } finally {
    scope.open = false;
    openScopes -= 1;
    // Before Node 24 every promise of the process costs more for as long as anything is followed.
    if (openScopes === 0) bodies.disable();
  }
}

/** A body that calls its own storage again would wait for itself, or miss its own changes. */
export function refuseNesting(owner: object): void {
  const scope = bodies.getStore();
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

export type CommitStep = (tx: Transaction) => PromiseLike<unknown>;

const steps = new WeakMap<Transaction, CommitStep[]>();

/**
 * Appends to a log that every write appends to. Where bodies run concurrently, the step runs at the end of the transaction,
 * in commit order, so that writers do not wait for each other's bodies; elsewhere it runs at once. The body cannot read the
 * result, and each step may run one statement.
 */
export async function appendAtCommit(tx: Transaction, step: CommitStep): Promise<void> {
  const later = steps.get(tx);
  if (later === undefined) await step(tx);
  else later.push(step);
}

/** Makes `appendAtCommit` collect the steps of this `tx` instead of running them. */
export function collectSteps(tx: Transaction): CommitStep[] {
  const later: CommitStep[] = [];
  steps.set(tx, later);
  return later;
}

/** Made by the engine in every database. */
export const CREATE_SEQUENCES =
  "create table if not exists sequences (name text not null primary key, value bigint not null)";

/**
 * Takes `count` numbers and returns the first. They rise in commit order, from 1: the row stays locked
 * until its transaction ends, so that no reader sees a higher number before a lower one.
 */
export async function nextSequence(tx: Transaction, name: string, count = 1): Promise<number> {
  const { value } = await tx.get<{ value: number }>(sql`${advance(name, count)} returning value`);
  return value - count + 1;
}

/** The highest number that was taken. */
export async function lastSequence(tx: Transaction, name: string): Promise<number> {
  const [row] = await tx.all<{ value: number }>(
    sql`select value from sequences where name = ${name}`,
  );
  return row?.value ?? 0;
}

/**
 * Takes numbers as `nextSequence` does, but at commit, so that no other writer waits for them. Later steps refer to them by
 * `sequenceValue`.
 */
export async function advanceSequence(tx: Transaction, name: string, count = 1): Promise<void> {
  await appendAtCommit(tx, (turn) => turn.run(advance(name, count)));
}

/** An expression for the last number that the transaction took, or for the one `minus` before it. */
export function sequenceValue(name: string, { minus }: { minus?: number } = {}): SQL<number> {
  const last = sql<number>`(select value from sequences where name = ${name})`;
  return minus === undefined ? last : sql<number>`${last} - ${minus}`;
}

function advance(name: string, count: number): SQL {
  return sql`
    insert into sequences (name, value) values (${name}, ${count})
    on conflict (name) do update set value = sequences.value + excluded.value`;
}

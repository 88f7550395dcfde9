import { fillPlaceholders, NoopLogger, type Query } from "drizzle-orm";
import { NoopCache } from "drizzle-orm/cache/core";
import { BaseSQLiteDatabase, SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { RemotePreparedQuery, SQLiteRemoteSession } from "drizzle-orm/sqlite-proxy";
import type { Engine, Transaction } from "./storage.ts";

export type Method = "run" | "all" | "get";
export type Shape = "arrays" | "objects";

/** Runs one statement: `run` answers `{ changes }`, `all` the rows, `get` the first row or undefined. */
type Execute = (sql: string, params: unknown[], method: Method, shape: Shape) => unknown;

/** One builder writes for both engines; PostgreSQL numbers its placeholders. */
class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(place: number): string {
    return `$${place + 1}`;
  }

  /** SQLite takes the table's name before a column in the target of a conflict, PostgreSQL does not. */
  override sqlToQuery(...given: Parameters<SQLiteAsyncDialect["sqlToQuery"]>) {
    const query = super.sqlToQuery(...given);
    const text = query.sql.replace(/ on conflict \([^()]*\)/, (target) =>
      target.replaceAll(/"[^"]+"\./g, ""),
    );
    return { ...query, sql: text };
  }
}

const dialects: Record<Engine, SQLiteAsyncDialect> = {
  sqlite: new SQLiteAsyncDialect({ casing: "snake_case" }),
  postgres: new PostgresDialect({ casing: "snake_case" }),
};
const logger = new NoopLogger();
const cache = new NoopCache();

/** A query builder whose statements are run by `execute`. */
export function createQueries(execute: Execute, engine: Engine): Transaction {
  const dialect = dialects[engine];
  const session = new Session(execute, dialect);
  const database = new BaseSQLiteDatabase("async", dialect, session, undefined);
  return database as unknown as Transaction;
}

class Session extends SQLiteRemoteSession<Record<string, never>, Record<string, never>> {
  readonly #execute: Execute;

  constructor(execute: Execute, dialect: SQLiteAsyncDialect) {
    super(neverCalled, dialect, undefined);
    this.#execute = execute;
  }

  override prepareQuery(
    ...arguments_: Parameters<SQLiteRemoteSession<never, never>["prepareQuery"]>
  ) {
    const [query, fields, method, , mapper] = arguments_;
    return new Prepared(this.#execute, query, fields, method, mapper);
  }
}

type Fields = ConstructorParameters<typeof RemotePreparedQuery>[6];
type Mapper = ConstructorParameters<typeof RemotePreparedQuery>[9];
type Placeholders = Record<string, unknown>;

/** Drizzle's own way to run a statement wraps failures in a message with all parameters; this one does not. */
class Prepared extends RemotePreparedQuery {
  readonly #run: (method: Method, shape: Shape, placeholders?: Placeholders) => unknown;
  readonly #shape: Shape;

  constructor(execute: Execute, query: Query, fields: Fields, method: Method, mapper: Mapper) {
    super(neverCalled, query, logger, cache, undefined, undefined, fields, method, false, mapper);
    this.#shape = fields === undefined && mapper === undefined ? "objects" : "arrays";
    this.#run = (how, shape, placeholders = {}) =>
      execute(query.sql, fillPlaceholders(query.params, placeholders), how, shape);
  }

  override async run(placeholders?: Placeholders) {
    return (await this.#run("run", "arrays", placeholders)) as object;
  }

  override async all(placeholders?: Placeholders) {
    return this.mapAllResult(await this.#run("all", this.#shape, placeholders));
  }

  override async get(placeholders?: Placeholders) {
    return this.mapGetResult(await this.#run("get", this.#shape, placeholders));
  }

  override async values<Row extends unknown[]>(placeholders?: Placeholders) {
    return (await this.#run("all", "arrays", placeholders)) as Row[];
  }
}

function neverCalled(): never {
  throw new Error("Statements run through Execute.");
}

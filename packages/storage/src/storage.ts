import type { SQL, SQLWrapper } from "drizzle-orm";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { Follow } from "./follow.ts";
import type { LockKeys } from "./write-queue.ts";

export type Engine = "sqlite" | "postgres";

/** The text of a statement with a placeholder for each parameter, as the engine takes it. */
export type BuiltStatement = { sql: string; params: unknown[] };
export type Statement = SQLWrapper | BuiltStatement | string;

type Builder = BaseSQLiteDatabase<"async", { changes: number }>;

/**
 * The query builder and the plain SQL that stores are written with. Always `await` a built query as it is: its own `run()`,
 * `all()` and `get()` exist on SQLite alone, and only PostgreSQL takes its time to answer. Only SQL that both engines understand is allowed in `sql` templates.
 */
export type Transaction = Pick<
  Builder,
  "select" | "selectDistinct" | "insert" | "update" | "delete"
> & {
  readonly engine: Engine;
  run(statement: Statement): Promise<{ changes: number }>;
  /** The rows as objects. */
  all<Row>(statement: Statement): Promise<Row[]>;
  /** The first row as an object. */
  get<Row>(statement: Statement): Promise<Row>;
  /** The rows as arrays. */
  values<Row extends unknown[]>(statement: Statement): Promise<Row[]>;
  $count(source: SQLWrapper, filter?: SQL): Promise<number>;
};

export type Storage = {
  readonly engine: Engine;
  /** One statement that reads, outside any transaction. */
  query<Result>(run: (tx: Transaction) => PromiseLike<Result>): Promise<Result>;
  /** Several statements on one consistent snapshot. Must not write. */
  read<Result>(body: (tx: Transaction) => PromiseLike<Result>): Promise<Result>;
  /**
   * All or nothing, and durable once the promise resolves. Bodies run one after another; those that wait
   * together share one commit, and a body that throws undoes only its own work. A body may be run again
   * after a busy or lost connection, so it must touch nothing but `tx`, and never wait for anything slow.
   *
   * `keys` names everything that the body reads to decide what to write. On PostgreSQL the body then runs concurrently with
   * bodies of other processes that have other keys; use `appendAtCommit` for the logs that all of them append to. Followers
   * hear of the commit, unless it is quiet.
   */
  write<Result>(body: (tx: Transaction) => PromiseLike<Result>, keys?: LockKeys): Promise<Result>;
  /**
   * Calls `look` at once and whenever others may have committed something: on its notification, else at an interval.
   * A look must not throw, and is never called while another one is under way.
   */
  follow(look: () => Promise<void>, how: Follow): void;
  /** A consistent copy while others write. Never overwrites a file. */
  backup(file: string): Promise<void>;
  /**
   * Copies a database file to PostgreSQL, where nothing of this server may be yet, and compares the copy with it. A copy
   * that was interrupted continues. The file is only read. With a tenant the copy is that tenant's data.
   */
  copyTo(url: string, watch: CopyWatch, tenant?: string): Promise<void>;
  /** Not to be waited for by a call: closing ends it. On SQLite nothing needs it. */
  maintain: Maintain;
  /** The time by the clock of the database, so that an entry expires for all its users at once. */
  now(): number;
  /** How many of these operations wait or run. */
  pending(): number;
  /** Problems found, in words; empty when the database is sound. */
  integrityProblems(): Promise<string[]>;
  /** Where the data is, without credentials, for people to read. */
  describe(): string;
  /** Finishes running calls and refuses later ones. */
  close(): Promise<void>;
};

type OutsideTheEngine = "engine" | "describe" | "pending" | "copyTo" | "follow" | "now";

/** The part of a storage that each engine implements, once it is open. */
export type StorageEngine = Omit<Storage, OutsideTheEngine> & {
  /** True when another database has taken the place of the open one: writes to this one would be lost. */
  wasReplaced(): boolean;
};

/** Long work on the schema outside of any transaction, such as building an index. False while another process does it. */
export type Maintain = (
  name: string,
  work: (command: (sql: string) => Promise<Record<string, unknown>[]>) => Promise<void>,
) => Promise<boolean>;

export type CopyReport = {
  step: "copy" | "verify";
  part: string;
  rows: number;
  of: number;
  checksum?: string;
};

export type CopyWatch = { report: (report: CopyReport) => void; signal?: AbortSignal };

/**
 * Forward-only. The statements must be valid on SQLite and on PostgreSQL (text, bigint, double precision),
 * or be chosen by engine.
 */
export type Migration = {
  name: string;
  statements: string[] | ((engine: Engine) => string[]);
  /** For data that SQLite and PostgreSQL keep in different tables. */
  copy?: TableCopy;
};

/** How `copyTo` fills a table of PostgreSQL for which the file has no table of the same shape. */
export type TableCopy = {
  table: string;
  /** Tables of the file that are not copied as they are. */
  instead: readonly string[];
  /** Statements that make temporary tables for the queries below. */
  prepare: readonly string[];
  count: string;
  /** Selects the row's number and then the columns, of rows after a number, in its order. */
  select: string;
  columns: readonly CopiedColumn[];
  /** Selects one row of the file, with whose values `finish` completes the copy. */
  figures: string;
  finish(figures: readonly unknown[]): SQL[];
};

/** How PostgreSQL makes the column from a value of the file, and the value from the column; unchanged by default. */
export type CopiedColumn = { name: string; write?: (value: unknown) => SQL; read?: SQL };

export type StorageLog = {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
};

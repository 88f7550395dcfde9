import type { MigrationPlan } from "../migration-history.ts";
import { retryUntil } from "@faculties/std";
import { refuseNesting, runInScope } from "../transaction.ts";
import { storageError } from "../storage-error.ts";
import type { StorageEngine } from "../storage.ts";
import type { Body } from "../write-queue.ts";
import { notifyOthers } from "./listening-connection.ts";
import { loadPostgres, SessionPool, type SessionLimits } from "./session-pool.ts";
import { Maintenance } from "./maintenance.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { isTransient } from "./postgres-error.ts";
import type { PostgresTarget } from "./postgres-target.ts";
import { PostgresWriteQueue } from "./postgres-write-queue.ts";
import { WriteLocks } from "./write-locks.ts";

type PostgresOptions = MigrationPlan &
  SessionLimits & {
    target: PostgresTarget;
    readers: number;
    /** The name of this process in its notifications. */
    self: string;
  };

const LONGEST_PAUSE_MS = 250;

/** Connects, and creates and migrates the schema. */
export async function openPostgres(options: PostgresOptions): Promise<StorageEngine> {
  const { target, busyTimeoutMs, bodyLimitMs, readers } = options;
  const postgres = await loadPostgres();
  const writing = new SessionPool(postgres, target, { ...options, access: "write", size: 1 });
  const reading = new SessionPool(postgres, target, { ...options, access: "read", size: readers });
  const retry = {
    isRetryable: isTransient,
    budgetMs: busyTimeoutMs,
    longestPauseMs: LONGEST_PAUSE_MS,
  };
  const close = async () => void (await Promise.all([reading.close(), writing.close()]));
  try {
    const migrate = (connection: PostgresConnection) =>
      migratePostgres(connection, target, options);
    await retryUntil(() => writing.use(migrate), retry);
  } catch (error) {
    await close();
    throw error;
  }

  const owner = {};
  const maintenance = new Maintenance(postgres, target, options.log);
  // Outside of the transaction: transactions that notify wait for each other.
  const notify = notifyOthers(target.namespace, options.self);
  const notifier = new CommitNotifier(() =>
    reading.use((connection) => connection.command(notify)),
  );
  const commands = {
    locks: new WriteLocks(target.namespace),
    committed: () => notifier.committed(),
  };
  const queue = new PostgresWriteQueue(owner, writing, commands, options);
  const runRead = <Result>(connection: PostgresConnection, body: Body<Result>) =>
    runInScope(owner, bodyLimitMs, (scope) => body(connection.reading(scope)));
  const read = <Result>(action: (connection: PostgresConnection) => Promise<Result>) =>
    retryUntil(() => reading.use(action), retry);

  return {
    async query(run) {
      refuseNesting(owner);
      return read((connection) => runRead(connection, run));
    },
    async read(body) {
      refuseNesting(owner);
      return read(async (connection) => {
        await connection.command("begin isolation level repeatable read");
        try {
          return await runRead(connection, body);
        } finally {
          if (connection.fault === undefined) await connection.command("rollback");
        }
      });
    },
    async write(body, keys) {
      refuseNesting(owner);
      return queue.write(body, keys);
    },
    async backup() {
      throw storageError(
        "E-STORAGE-BACKUP",
        `The data is in ${target.description}. Back it up with pg_dump.`,
      );
    },
    maintain: maintenance.run,
    async integrityProblems() {
      refuseNesting(owner);
      return read(integrityProblems);
    },
    async close() {
      refuseNesting(owner);
      maintenance.close();
      await queue.idle();
      await notifier.close();
      await close();
    },
    wasReplaced: () => false,
  };
}

/** Every notification makes other processes read, so the commits within this time share one. */
const TELL_EVERY_MS = 20;

/** Notifies other processes of commits: of the first at once, of those that follow soon after it together. */
class CommitNotifier {
  readonly #tell: () => Promise<unknown>;
  #toldAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** A failure to notify is ignored: other processes also look for changes every few seconds. */
  constructor(tell: () => Promise<unknown>) {
    this.#tell = () => tell().catch(() => undefined);
  }

  committed(): void {
    const restMs = this.#toldAt + TELL_EVERY_MS - performance.now();
    if (restMs > 0) this.#timer ??= setTimeout(() => void this.#now(), restMs).unref();
    else void this.#now();
  }

  async close(): Promise<void> {
    if (this.#timer !== undefined) await this.#now();
  }

  async #now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = performance.now();
    await this.#tell();
  }
}

/** Reports the damage that PostgreSQL itself knows of: invalid indexes, and pages whose checksum failed. */
async function integrityProblems(connection: PostgresConnection): Promise<string[]> {
  const { rows: indexes } = await connection.command(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not i.indisvalid
      and not exists (select 1 from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) order by 1`,
  );
  const { rows: pages } = await connection.command(
    `select coalesce(checksum_failures, 0) as failures from pg_stat_database where datname = current_database()`,
  );
  const failures = Number(pages[0]?.["failures"] ?? 0);
  return [
    ...indexes.map(({ name }) => `The index ${String(name)} is not valid. Run REINDEX on it.`),
    ...(failures > 0 ? [`${failures} pages of the database failed their checksum.`] : []),
  ];
}

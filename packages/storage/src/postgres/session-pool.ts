// oxlint-disable-next-line typescript/triple-slash-reference -- adds what the types of the driver lack
/// <reference path="./pg-driver.d.ts" />
import type pg from "pg";
import { Semaphore } from "@faculties/std";
import { storageError } from "../storage-error.ts";
import type { StorageLog } from "../storage.ts";
import { clockOf } from "../clock.ts";
import { joinPool } from "./shared-pool.ts";
import { connectionString, type PostgresTarget } from "./postgres-target.ts";
import { explainPostgresError } from "./postgres-error.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { StatementNames, valueTypes } from "./statements.ts";

type Access = "read" | "write";

export type SessionLimits = { busyTimeoutMs: number; bodyLimitMs: number };

type PoolOptions = SessionLimits & {
  access: Access;
  size: number;
  log: StorageLog | undefined;
};

/** A body that hangs outside of the database must not keep its locks for much longer than it may run. */
const GRACE_MS = 5_000;
const IDLE_MS = 60_000;
/** Connections are replaced regularly, which also reads the database's clock again. */
const LONGEST_LIFE_S = 600;
/** How long to wait while others of this process have all the connections. */
const LONGEST_WAIT_MS = 30_000;

/** Connections of one process at most, for all its storages together. */
const MOST: Record<Access, number> = { read: 8, write: 4 };

/** The schema that each connection is set to. */
const namespaces = new WeakMap<pg.ClientBase, string>();
const names: Record<Access, StatementNames> = {
  read: new StatementNames("read"),
  write: new StatementNames("write"),
};

/**
 * Lends out connections that are set up for reading or for writing, opened when needed, closed when idle; to one
 * storage only so many at a time.
 */
export class SessionPool {
  readonly #shared: ReturnType<typeof joinPool>;
  readonly #target: PostgresTarget;
  readonly #access: Access;
  readonly #semaphore: Semaphore;

  constructor(postgres: typeof pg, target: PostgresTarget, options: PoolOptions) {
    const { access, size, log, busyTimeoutMs, bodyLimitMs } = options;
    this.#target = target;
    this.#access = access;
    this.#semaphore = new Semaphore(size);
    const config = {
      ...clientConfig(target),
      types: valueTypes,
      pipeline: true,
      max: MOST[access],
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LONGEST_LIFE_S,
      allowExitOnIdle: true,
      connectionTimeoutMillis: busyTimeoutMs,
      // The database stops a statement by itself; this is for a connection on which nothing arrives any more.
      query_timeout: bodyLimitMs + GRACE_MS,
    };
    const settings = sessionSettings(access, options);
    const clock = clockOf(target.url);
    this.#shared = joinPool(postgres, config, settings, {
      place: target.description,
      clock,
      log,
    });
  }

  async use<Result>(action: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const turn = await this.#semaphore.take(LONGEST_WAIT_MS);
    const sharedTurn = turn && (await this.#shared.semaphore.take(LONGEST_WAIT_MS));
    try {
      if (!sharedTurn) throw crowded(this.#target);
      return await this.#lend(action);
    } finally {
      sharedTurn?.();
      turn?.();
    }
  }

  async close(): Promise<void> {
    await this.#shared.leave();
  }

  async #lend<Result>(
    action: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#explained(() => this.#shared.pool.connect());
    // Without a listener, the loss of a connection would end the process; statements on it fail anyway.
    client.on("error", nothing);
    const place = this.#target.description;
    let connection: PostgresConnection | undefined;
    try {
      await this.#explained(() => this.#enter(client));
      connection = new PostgresConnection(client, place, names[this.#access]);
      return await action(connection);
    } finally {
      connection?.release();
      client.off("error", nothing);
      client.release(connection === undefined || connection.fault !== undefined);
    }
  }

  async #explained<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw explainPostgresError(error, this.#target.description);
    }
  }

  /** Sets a connection to this storage's schema before anything runs on it. */
  async #enter(client: pg.ClientBase): Promise<void> {
    const { namespace } = this.#target;
    if (namespaces.get(client) === namespace) return;
    await client.query(
      `set search_path = "${namespace}", public; set application_name = '${namespace.replaceAll("_", "-")}'`,
    );
    namespaces.set(client, namespace);
  }
}

export function clientConfig({ url }: { url: string }): pg.ClientConfig {
  return { connectionString: connectionString(url), keepAlive: true };
}

function nothing(): void {}

function crowded({ description }: PostgresTarget) {
  return storageError(
    "E-STORAGE-BUSY",
    `All connections of this server to the database at ${description} are in use. Nothing was done; try again in a moment.`,
  );
}

function sessionSettings(access: Access, limits: SessionLimits): string {
  const settings: Record<string, string | number> = {
    default_transaction_read_only: access === "read" ? "on" : "off",
    statement_timeout: limits.bodyLimitMs,
    lock_timeout: limits.busyTimeoutMs,
    idle_in_transaction_session_timeout: limits.bodyLimitMs + GRACE_MS,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    client_min_messages: "warning",
    // Starting workers or the compiler takes longer than our statements do.
    max_parallel_workers_per_gather: 0,
    jit: "off",
  };
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join("; ");
}

/** Loads the driver on first use: a server on a SQLite file does not pay for it. */
export async function loadPostgres(): Promise<typeof pg> {
  const { default: postgres } = await import("pg");
  return postgres;
}

import type pg from "pg";
import type { StorageLog } from "../storage.ts";
import { explainPostgresError } from "./postgres-error.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresTarget } from "./postgres-target.ts";
import { StatementNames } from "./statement-names.ts";
import { valueTypes } from "./value-types.ts";

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

/** Lends out connections that are set up for reading or for writing, opened when needed, closed when idle. */
export class SessionPool {
  readonly #pool: pg.Pool;
  readonly #place: string;
  readonly #names = new StatementNames();
  readonly #histories = new WeakMap<pg.ClientBase, string>();

  constructor(postgres: typeof pg, target: PostgresTarget, options: PoolOptions) {
    const { access, size, log, busyTimeoutMs, bodyLimitMs } = options;
    const { description } = target;
    this.#place = description;
    const settings = sessionSettings(target.namespace, access, options);
    this.#pool = new postgres.Pool({
      ...clientConfig(target),
      types: valueTypes,
      pipeline: true,
      max: size,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      connectionTimeoutMillis: busyTimeoutMs,
      // The database stops a statement by itself; this is for a connection on which nothing arrives any more.
      query_timeout: bodyLimitMs + GRACE_MS,
      onConnect: async (client) => {
        await client.query(settings);
        if (access === "write") this.#histories.set(client, await readHistory(client));
      },
    });
    this.#pool.on("error", (error) =>
      log?.warn("An idle connection to the database was lost.", {
        database: description,
        cause: explainPostgresError(error, description),
      }),
    );
  }

  async use<Result>(action: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    const history = this.#histories.get(client) ?? "";
    const connection = new PostgresConnection({ client, history }, this.#place, this.#names);
    try {
      return await action(connection);
    } finally {
      connection.release();
      client.release(connection.fault !== undefined);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw explainPostgresError(error, this.#place);
    }
  }
}

export function clientConfig({ url, namespace }: PostgresTarget): pg.ClientConfig {
  const parsed = new URL(url);
  // The driver's own reading of sslmode differs from everybody else's, and says so on stderr.
  if (parsed.searchParams.has("sslmode")) parsed.searchParams.set("uselibpqcompat", "true");
  return {
    connectionString: parsed.href,
    keepAlive: true,
    fallback_application_name: namespace.replaceAll("_", "-"),
  };
}

function sessionSettings(namespace: string, access: Access, limits: SessionLimits): string {
  const settings: Record<string, string | number> = {
    search_path: `"${namespace}", public`,
    default_transaction_read_only: access === "read" ? "on" : "off",
    statement_timeout: limits.bodyLimitMs,
    lock_timeout: limits.busyTimeoutMs,
    idle_in_transaction_session_timeout: limits.bodyLimitMs + GRACE_MS,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    client_min_messages: "warning",
  };
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join("; ");
}

/** Changes when another server takes over; where that is not told, when the server restarts. */
async function readHistory(client: pg.ClientBase): Promise<string> {
  const timeline = "select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as history";
  const start = "select pg_postmaster_start_time()::text as history";
  const { rows } = await client.query(timeline).catch(() => client.query(start));
  return String(rows[0]?.history);
}

import type pg from "pg";
import type { Maintain, StorageLog } from "../storage.ts";
import { explainPostgresError } from "./postgres-error.ts";
import type { PostgresTarget } from "./postgres-target.ts";
import { lockKey } from "./write-locks.ts";
import { clientConfig } from "./session-pool.ts";
import { valueTypes } from "./statements.ts";

/** Long work on the schema, each on a connection of its own, ended when the storage is closed. */
export class Maintenance {
  readonly #postgres: typeof pg;
  readonly #target: PostgresTarget;
  readonly #log: StorageLog | undefined;
  readonly #clients = new Set<pg.Client>();

  constructor(postgres: typeof pg, target: PostgresTarget, log: StorageLog | undefined) {
    this.#log = log;
    this.#postgres = postgres;
    this.#target = target;
  }

  readonly run: Maintain = async (name, work) => {
    const { namespace, description } = this.#target;
    const client = new this.#postgres.Client({ ...clientConfig(this.#target), types: valueTypes });
    client.on("error", () => undefined);
    this.#clients.add(client);
    try {
      await client.connect();
      await client.query(
        `set search_path = "${namespace}", public; set default_transaction_read_only = off;
        set statement_timeout = 0; set client_min_messages = warning`,
      );
      // So that the work of a process that died ends, too. Not every platform can.
      await client.query("set client_connection_check_interval = '5s'").catch(() => undefined);
      const lock = `select pg_try_advisory_lock(${lockKey(`${name} ${namespace}`)}) as taken`;
      const { rows } = await client.query(lock);
      if (rows[0]?.taken !== 1) return false;
      await work(async (sql) => (await client.query(sql)).rows);
      return true;
    } catch (error) {
      const cause = explainPostgresError(error, description);
      if (this.#clients.has(client)) {
        this.#log?.warn("Work on the database failed; everything goes on without it.", {
          database: description,
          work: name,
          cause,
        });
      }
      throw cause;
    } finally {
      this.#clients.delete(client);
      await client.end().catch(() => undefined);
    }
  };

  close(): void {
    const clients = [...this.#clients];
    this.#clients.clear();
    for (const client of clients) {
      // `end` would wait for the answer.
      client.connection.stream.destroy();
    }
  }
}

import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { openStorage } from "../open-storage.ts";
import { loadPostgres, SessionPool } from "../postgres/session-pool.ts";
import { postgresTarget, type PostgresTarget } from "../postgres/postgres-target.ts";
import { quote } from "../postgres/statements.ts";
import { column, defineTable } from "../define-table.ts";
import { storageError } from "../storage-error.ts";
import type { Migration, Transaction, Storage, StorageLog } from "../storage.ts";

const PROGRESS = "copy_progress";
const LONGEST_STEP_MS = 60 * 60 * 1000;
const WAIT_MS = 15_000;

export const progress = defineTable(PROGRESS, {
  part: column.text().primaryKey(),
  last: column.integer().notNull(),
  rows: column.integer().notNull(),
});

const progressMigration: Migration = {
  name: PROGRESS,
  statements: [
    `create table ${PROGRESS} (part text not null primary key, last bigint not null, rows bigint not null)`,
  ],
};

export type CopyPlace = { url: string; namespace: string };

/** The schema in which a copy grows, where no server looks for it. */
export function stagingOf(namespace: string): string {
  // As long as a name may be, and never that of a tenant.
  const digest = createHash("sha256").update(namespace).digest("hex").slice(0, 8);
  return `${namespace.slice(0, 40)}__copy_${digest}`;
}

export function openStaging(
  { url, namespace }: CopyPlace,
  migrations: readonly Migration[],
  log: StorageLog | undefined,
): Storage {
  return openStorage({
    url,
    namespace: stagingOf(namespace),
    migrations: [...migrations, progressMigration],
    busyTimeoutMs: WAIT_MS,
    bodyLimitMs: LONGEST_STEP_MS,
    ...(log === undefined ? {} : { log }),
  });
}

/** Throws when the schema that the copy is for holds anything. Creates nothing. */
export async function refuseOccupied({ url, namespace }: CopyPlace): Promise<void> {
  const target = postgresTarget(url, namespace);
  const limits = { busyTimeoutMs: WAIT_MS, bodyLimitMs: WAIT_MS };
  const options = { ...limits, access: "read", size: 1, log: undefined } as const;
  const sessions = new SessionPool(await loadPostgres(), target, options);
  try {
    const { rows } = await sessions.use((connection) =>
      connection.command(`select 1 from pg_tables where schemaname = ${quote(namespace)} limit 1`),
    );
    if (rows.length > 0) throw occupied(target);
  } finally {
    await sessions.close();
  }
}

/** Gives the finished copy its name, under which servers find it. */
export async function publish(tx: Transaction, { url, namespace }: CopyPlace): Promise<void> {
  const tables = await tx.all(sql`select 1 from pg_tables where schemaname = ${namespace} limit 1`);
  if (tables.length > 0) throw occupied(postgresTarget(url, namespace));
  const schema = sql.identifier(namespace);
  await tx.run(sql`delete from schema_migrations where name = ${PROGRESS}`);
  await tx.run(sql`drop table ${progress}`);
  await tx.run(sql`drop schema if exists ${schema}`);
  await tx.run(sql`alter schema ${sql.identifier(stagingOf(namespace))} rename to ${schema}`);
}

function occupied({ description }: PostgresTarget) {
  return storageError(
    "E-STORAGE-SCHEMA",
    `There is data already in ${description}. Nothing was changed. If an earlier copy was finished, there is nothing left to do; else name another database.`,
  );
}

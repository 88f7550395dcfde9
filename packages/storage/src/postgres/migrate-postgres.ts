import {
  checkApplied,
  CREATE_HISTORY,
  READ_HISTORY,
  wrongSchema,
  type MigrationPlan,
} from "../migration-history.ts";
import { CREATE_SEQUENCES } from "../transaction.ts";
import type { Migration } from "../storage.ts";
import { CREATE_COMMIT_TOKENS } from "./postgres-write-queue.ts";
import { identifier, quote } from "./statements.ts";
import { lockKey } from "./write-locks.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresTarget } from "./postgres-target.ts";

const WAIT_FOR_OTHERS_MS = 60_000;

/** Brings the schema up to date under a lock, so that processes may start at the same time. */
export async function migratePostgres(
  connection: PostgresConnection,
  target: PostgresTarget,
  plan: MigrationPlan,
): Promise<void> {
  const { namespace } = target;
  if ((await checkHistory(connection, target, plan)) === plan.migrations.length) return;
  await connection.command(
    `begin; set local lock_timeout = ${WAIT_FOR_OTHERS_MS}; set local statement_timeout = 0;
    select pg_advisory_xact_lock(${lockKey(`migrate ${namespace}`)})`,
  );
  try {
    await connection.command(`create schema if not exists ${identifier(namespace)}`);
    const applied = (await checkHistory(connection, target, plan)) ?? 0;
    await connection.command(`${CREATE_HISTORY}; ${CREATE_SEQUENCES}; ${CREATE_COMMIT_TOKENS}`);
    for (const [index, migration] of plan.migrations.entries()) {
      if (index >= applied) await apply(connection, target, plan, index + 1, migration);
    }
    await connection.command(compareTextsByBytes(namespace));
    await connection.command("commit");
  } catch (error) {
    await connection.command("rollback").catch(() => undefined);
    throw error;
  }
}

/**
 * How many of our migrations are applied, undefined in an empty schema. Throws when the schema is not for this
 * version. Reads only.
 */
async function checkHistory(
  connection: PostgresConnection,
  { namespace, description }: PostgresTarget,
  { migrations }: MigrationPlan,
): Promise<number | undefined> {
  const { rows: tables } = await connection.command(
    `select tablename from pg_tables where schemaname = ${quote(namespace)}`,
  );
  if (!tables.some(({ tablename }) => tablename === "schema_migrations")) {
    if (tables.length > 0) {
      throw wrongSchema(description, "belongs to another program. Choose another database.");
    }
    return undefined;
  }
  const { rows } = await connection.command(READ_HISTORY);
  checkApplied(
    rows.map(({ name }) => String(name)),
    migrations,
    description,
  );
  return rows.length;
}

async function apply(
  connection: PostgresConnection,
  { description }: PostgresTarget,
  plan: MigrationPlan,
  position: number,
  { name, statements }: Migration,
): Promise<void> {
  const list = typeof statements === "function" ? statements("postgres") : statements;
  for (const statement of list) await connection.command(statement);
  await connection.command(
    `insert into schema_migrations (position, name, applied_at) values (${position}, ${quote(name)}, ${plan.now()})`,
  );
  plan.log?.info("Applied a migration.", { database: description, position, name });
}

/** SQLite orders texts by their bytes; here that depends on the database, unless the column says so. */
function compareTextsByBytes(namespace: string): string {
  return `do $$ declare found record; begin
    for found in
      select c.relname as table_name, a.attname as column_name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = ${quote(namespace)}::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.atttypid = 'text'::regtype and a.attcollation <> '"C"'::regcollation
    loop
      execute format('alter table %I.%I alter column %I type text collate "C"',
        ${quote(namespace)}, found.table_name, found.column_name);
    end loop; end $$`;
}

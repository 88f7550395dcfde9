import { storageError } from "../storage-error.ts";
import type { Migration, StorageLog } from "../storage.ts";
import { CREATE_SEQUENCES } from "../sequences.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

export type MigrationPlan = {
  file: string;
  migrations: readonly Migration[];
  now: () => number;
  log: StorageLog | undefined;
};

const CREATE_HISTORY = `create table if not exists schema_migrations (
  position bigint not null primary key, name text not null, applied_at bigint not null)`;

/** Brings the schema up to date under the write lock, so that processes may start at the same time. */
export function migrateSqlite(connection: SqliteConnection, plan: MigrationPlan): void {
  if (checkHistory(connection, plan) === plan.migrations.length) return;
  connection.command("BEGIN IMMEDIATE");
  try {
    connection.command(CREATE_HISTORY);
    connection.command(CREATE_SEQUENCES);
    const applied = checkHistory(connection, plan) ?? 0;
    for (const [index, migration] of plan.migrations.entries()) {
      if (index >= applied) apply(connection, plan, index + 1, migration);
    }
    connection.command("COMMIT");
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

/**
 * How many of our migrations are applied, undefined in an empty database. Throws when the database is not for
 * this version. Reads only.
 */
export function checkHistory(
  connection: SqliteConnection,
  plan: MigrationPlan,
): number | undefined {
  const { file, migrations } = plan;
  const refuse = (reason: string) =>
    storageError("E-STORAGE-SCHEMA", `The database ${file} ${reason} Nothing was changed.`);
  return connection.explained(() => {
    if (!hasHistory(connection)) {
      const stranger = connection.database.prepare("select name from sqlite_schema limit 1").get();
      if (stranger !== undefined) {
        throw refuse("belongs to another program. Choose another path.");
      }
      return undefined;
    }
    const names = connection.database
      .prepare("select name from schema_migrations order by position")
      .pluck()
      .all();
    for (const [index, name] of names.entries()) {
      const known = migrations[index];
      if (known === undefined) {
        throw refuse(
          `was written by a newer version (schema ${names.length}, this one knows ${migrations.length}). Upgrade this server.`,
        );
      }
      if (known.name !== name) {
        throw refuse(
          `has the migration "${String(name)}" where this version has "${known.name}": it belongs to another server or version. Upgrade this server or choose another path.`,
        );
      }
    }
    return names.length;
  });
}

function hasHistory({ database }: SqliteConnection): boolean {
  const find = "select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'";
  return database.prepare(find).get() !== undefined;
}

function apply(
  connection: SqliteConnection,
  plan: MigrationPlan,
  position: number,
  { name, statements }: Migration,
): void {
  const list = typeof statements === "function" ? statements("sqlite") : statements;
  connection.explained(() => {
    for (const statement of list) connection.database.exec(statement);
    connection.database
      .prepare("insert into schema_migrations (position, name, applied_at) values (?, ?, ?)")
      .run(position, name, plan.now());
  });
  plan.log?.info("Applied a migration.", { file: plan.file, position, name });
}

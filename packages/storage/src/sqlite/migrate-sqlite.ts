import {
  checkApplied,
  CREATE_HISTORY,
  READ_HISTORY,
  wrongSchema,
  type MigrationPlan,
} from "../migration-history.ts";
import { CREATE_SEQUENCES } from "../transaction.ts";
import type { Migration } from "../storage.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

export type SqlitePlan = MigrationPlan & { file: string };

/** Brings the schema up to date under the write lock, so that processes may start at the same time. */
export function migrateSqlite(connection: SqliteConnection, plan: SqlitePlan): void {
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
export function checkHistory(connection: SqliteConnection, plan: SqlitePlan): number | undefined {
  return connection.explained(() => {
    const { entries, histories } = schemaOf(connection);
    if (histories === 0) {
      if (entries > 0) {
        throw wrongSchema(plan.file, "belongs to another program. Choose another path.");
      }
      return undefined;
    }
    const names = connection.database.prepare<[], string>(READ_HISTORY).pluck().all();
    checkApplied(names as string[], plan.migrations, plan.file);
    return names.length;
  });
}

/** In one statement: another process may bring the schema of a new file up to date at the same time. */
function schemaOf({ database }: SqliteConnection): { entries: number; histories: number } {
  const count = `select count(*) as entries, count(case when type = 'table' and name = 'schema_migrations' then 1 end) as histories
    from sqlite_schema`;
  const counted = database.prepare<[], { entries: number; histories: number }>(count).get();
  return counted ?? { entries: 0, histories: 0 };
}

function apply(
  connection: SqliteConnection,
  plan: SqlitePlan,
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

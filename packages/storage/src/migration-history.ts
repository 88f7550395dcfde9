import { storageError } from "./storage-error.ts";
import type { Migration, StorageLog } from "./storage.ts";

export type MigrationPlan = {
  migrations: readonly Migration[];
  now: () => number;
  log: StorageLog | undefined;
};

export const CREATE_HISTORY = `create table if not exists schema_migrations (
  position bigint not null primary key, name text not null, applied_at bigint not null)`;

export const READ_HISTORY = "select name from schema_migrations order by position";

/** Throws when the migrations that a database has are not the first ones of ours. */
export function checkApplied(
  names: readonly string[],
  migrations: readonly Migration[],
  database: string,
): void {
  for (const [index, name] of names.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      throw wrongSchema(
        database,
        `was written by a newer version (schema ${names.length}, this one knows ${migrations.length}). Upgrade this server.`,
      );
    }
    if (known.name !== name) {
      throw wrongSchema(
        database,
        `has the migration "${name}" where this version has "${known.name}": it belongs to another server or version. Upgrade this server or choose another database.`,
      );
    }
  }
}

export function wrongSchema(database: string, reason: string) {
  return storageError(
    "E-STORAGE-SCHEMA",
    `The database ${database} ${reason} Nothing was changed.`,
  );
}

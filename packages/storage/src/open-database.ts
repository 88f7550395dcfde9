import { basename, dirname, join } from "node:path";
import { defaultDatabaseFile, hostPlatform, type Platform } from "./default-database-file.ts";
import { openStorage, type StorageOptions } from "./open-storage.ts";
import { schemaOf } from "./postgres/postgres-target.ts";
import type { Storage } from "./storage.ts";

export type DatabaseChoice = {
  file?: string | undefined;
  url?: string | undefined;
  /** Whose data it is, on a server that several teams share. */
  tenant?: string | undefined;
};
/** The schema is where PostgreSQL keeps the data, or would. */
type Database = ({ file: string } | { url: string }) & { namespace: string };

/**
 * A PostgreSQL database if its URL is given, and in it the server's own schema; else a file, the usual one unless it is
 * named. Each tenant has a schema, or a file, of its own.
 */
export function chooseDatabase(
  server: string,
  { file, url, tenant }: DatabaseChoice,
  surroundings: Platform,
): Database {
  const namespace = schemaOf(server, tenant);
  if (url !== undefined) return { url, namespace };
  const shared = file ?? defaultDatabaseFile(server, surroundings);
  if (tenant === undefined || shared === ":memory:") return { file: shared, namespace };
  return { file: join(dirname(shared), "tenants", tenant, basename(shared)), namespace };
}

type DatabaseSettings = Omit<StorageOptions, "file" | "url" | "namespace"> & {
  environment: Platform["env"];
};

/** Where a server's database is, and the storage on it, which opens it at its first use. */
export function openDatabase(
  server: string,
  choice: DatabaseChoice,
  { environment, ...options }: DatabaseSettings,
): { location: Database; storage: Storage } {
  const location = chooseDatabase(server, choice, hostPlatform(environment));
  return { location, storage: openStorage({ ...options, ...location }) };
}

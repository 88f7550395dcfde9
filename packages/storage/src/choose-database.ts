import { basename, dirname, join } from "node:path";
import { defaultDatabaseFile, type Platform } from "./default-database-file.ts";
import { schemaOf } from "./postgres/postgres-target.ts";

type Choice = {
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
  { file, url, tenant }: Choice,
  surroundings: Platform,
): Database {
  const namespace = schemaOf(server, tenant);
  if (url !== undefined) return { url, namespace };
  const shared = file ?? defaultDatabaseFile(server, surroundings);
  if (tenant === undefined || shared === ":memory:") return { file: shared, namespace };
  return { file: join(dirname(shared), "tenants", tenant, basename(shared)), namespace };
}

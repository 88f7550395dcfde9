import { defaultDatabaseFile, type Surroundings } from "./default-database-file.ts";
import type { StorageOptions } from "./open-storage.ts";

type Choice = { file: string | undefined; url: string | undefined };
type Database = Pick<StorageOptions, "file" | "url" | "namespace">;

/** A PostgreSQL database if its URL is given, and in it the server's own schema; else a file, the usual one unless it is named. */
export function chooseDatabase(
  server: string,
  { file, url }: Choice,
  surroundings: Surroundings,
): Database {
  if (url !== undefined) return { url, namespace: server.replaceAll("-", "_") };
  return { file: file ?? defaultDatabaseFile(server, surroundings) };
}

import { randomUUID } from "node:crypto";
import { administrate } from "./administrate.ts";

/** The URL of a new database, which goes with its server at the end of the run. */
export async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Copied as files instead of page by page through the log, which takes half of the time.
  await administrate(server, `create database ${name} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

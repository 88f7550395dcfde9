import { randomUUID } from "node:crypto";
import { administrate } from "./administrate.ts";

/** The URL of a new database, which goes with its server at the end of the run. */
export async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administrate(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

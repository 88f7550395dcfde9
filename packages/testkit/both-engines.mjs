import { defineConfig } from "vitest/config";

/** A package's tests on SQLite, and the files named here on PostgreSQL, too. */
export function bothEngines(test, onPostgres) {
  const postgres = { include: onPostgres, globalSetup: "@faculties/testkit/postgres-setup" };
  return defineConfig({
    test: {
      projects: [
        { test: { ...test, name: "sqlite" } },
        { test: { ...test, name: "postgres", ...postgres } },
      ],
    },
  });
}

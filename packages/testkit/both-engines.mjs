import { configDefaults, defineConfig } from "vitest/config";

const BETWEEN_ENGINES = "test/migrate-to.test.ts";

/** A package's tests on SQLite, and the files named here on PostgreSQL, too; its move from one to the other. */
export function bothEngines(test, onPostgres) {
  const postgres = {
    include: [...onPostgres, BETWEEN_ENGINES],
    globalSetup: "@faculties/testkit/postgres-setup",
  };
  return defineConfig({
    test: {
      projects: [
        {
          test: {
            ...test,
            name: "sqlite",
            exclude: [...configDefaults.exclude, BETWEEN_ENGINES],
          },
        },
        { test: { ...test, name: "postgres", ...postgres } },
      ],
    },
  });
}

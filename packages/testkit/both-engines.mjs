import { configDefaults, defineConfig } from "vitest/config";

const BETWEEN_ENGINES = "test/migrate-to.test.ts";

/** Tests start real processes, which takes its time on a busy machine. Projects do not heed these on the command line. */
const PATIENCE = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** A package's tests on SQLite, and the files named here on PostgreSQL, too, or there alone; its move from one to the other. */
export function bothEngines(onPostgres, onPostgresAlone = []) {
  const alone = [BETWEEN_ENGINES, ...onPostgresAlone];
  const exclude = [...configDefaults.exclude, ...alone];
  const postgres = {
    include: [...onPostgres, ...alone],
    globalSetup: "@faculties/testkit/postgres-setup",
  };
  return defineConfig({
    test: {
      projects: [
        { test: { ...PATIENCE, name: "sqlite", exclude } },
        { test: { ...PATIENCE, name: "postgres", ...postgres } },
      ],
    },
  });
}

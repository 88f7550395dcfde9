import { defineConfig } from "vitest/config";
import { testSettings } from "./test-settings.mjs";

const BETWEEN_ENGINES = "test/migrate-to.test.ts";

/** A package's tests on SQLite, and the files named here on PostgreSQL, too, or there alone; its move from one to the other. */
export function bothEngines(onPostgres, onPostgresAlone = []) {
  const alone = [BETWEEN_ENGINES, ...onPostgresAlone];
  const exclude = [...testSettings.exclude, ...alone];
  const postgres = {
    include: [...onPostgres, ...alone],
    globalSetup: "@faculties/testkit/postgres-setup",
  };
  return defineConfig({
    test: {
      projects: [
        { test: { ...testSettings, name: "sqlite", exclude } },
        { test: { ...testSettings, name: "postgres", ...postgres } },
      ],
    },
  });
}

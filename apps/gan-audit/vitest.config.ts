import { defineConfig } from "vitest/config";

// Every test starts real processes, which takes its time on a machine that does other things, too.
const test = { testTimeout: 30_000, hookTimeout: 60_000 };
const onPostgres = ["test/sessions.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { test: { ...test, name: "sqlite" } },
      {
        test: {
          ...test,
          name: "postgres",
          include: onPostgres,
          globalSetup: "@faculties/testkit/postgres-setup",
        },
      },
    ],
  },
});

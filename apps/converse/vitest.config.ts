import { defineConfig } from "vitest/config";

// Tests start real servers, which takes its time on a busy machine.
const test = { testTimeout: 30_000, hookTimeout: 30_000 };
const onPostgres = ["test/resources.test.ts"];

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

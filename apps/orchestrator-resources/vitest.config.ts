import { defineConfig } from "vitest/config";

// Servers and children are real processes, which take longer to start on a busy machine.
const test = { testTimeout: 20_000, hookTimeout: 20_000 };
const onPostgres = ["test/native-resources.test.ts", "test/graphs.test.ts"];

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

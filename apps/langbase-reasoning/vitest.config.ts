import { defineConfig } from "vitest/config";

const test = { testTimeout: 20_000 };
const onPostgres = ["test/graph.test.ts", "test/backtrack.test.ts"];

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

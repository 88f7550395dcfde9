import { defineConfig } from "vitest/config";

// One browser and one console at a time: each file starts its own.
export default defineConfig({
  test: {
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});

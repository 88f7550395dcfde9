import { defineConfig } from "vitest/config";

// Dozens of processes start at the same time, which a busy machine needs longer for than one.
export default defineConfig({ test: { testTimeout: 20_000, hookTimeout: 60_000 } });

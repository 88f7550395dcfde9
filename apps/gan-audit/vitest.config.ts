import { defineConfig } from "vitest/config";

// Every test starts real processes, which takes its time on a machine that does other things, too.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 60_000 } });

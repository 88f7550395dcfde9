import { defineConfig } from "vitest/config";

// Tests start real servers, which takes its time on a busy machine.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } });

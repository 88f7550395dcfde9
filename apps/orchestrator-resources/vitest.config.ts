import { defineConfig } from "vitest/config";

// Servers and children are real processes, which take longer to start on a busy machine.
export default defineConfig({ test: { testTimeout: 20_000, hookTimeout: 20_000 } });

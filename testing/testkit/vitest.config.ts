import { defineConfig } from "vitest/config";
import { testSettings } from "./test-settings.mjs";

export default defineConfig({ test: testSettings });

import { testSettings } from "@faculties/testkit/test-settings";
import { defineConfig } from "vitest/config";

export default defineConfig({ test: testSettings });

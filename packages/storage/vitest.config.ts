import { defineConfig } from "vitest/config";

export default defineConfig({ test: { globalSetup: "@faculties/testkit/postgres-setup" } });

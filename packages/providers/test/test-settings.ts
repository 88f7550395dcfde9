import { createRedactor } from "@faculties/errors";
import type { AdapterSettings } from "../src/adapter-settings.ts";
import { createModelRegistry } from "../src/model-registry.ts";

export const TEST_KEY = "sk-test-0123456789abcdef";

/** Settings for a test: real policy and redactor, waits of a millisecond. */
export function testSettings(settings: Partial<AdapterSettings> = {}): AdapterSettings {
  return {
    apiKey: TEST_KEY,
    policy: { maxTries: 3, retryDelayMs: 1, timeoutMs: 10_000 },
    redact: createRedactor([TEST_KEY]),
    registry: createModelRegistry(),
    ...settings,
  };
}

import {
  startServer,
  type ClientSettings,
  type TemporaryHome,
  type TestServer,
} from "@faculties/testkit";
import {
  startLangbaseEmulator,
  startOpenAiEmulator,
  type LangbaseEmulator,
} from "@faculties/testkit/emulators";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import { goodAnswer } from "./scripted-answers.ts";

export const ENTRY = fileURLToPath(new URL("../dist/main.mjs", import.meta.url));
export const TEST_KEY = "lb-test-key-0123456789";

type Settings = ClientSettings<"2025"> & {
  args?: readonly string[];
  env?: Record<string, string>;
  home?: TemporaryHome;
};

// Without PATH the server finds no coding agent of the machine.
const QUIET = { PATH: "", LOG_LEVEL: "error", RETRY_DELAY_MS: "1" };

/** A server without any model. */
export function startLocal({ env, ...settings }: Settings = {}): Promise<TestServer<"2025">> {
  return startServer({ entry: ENTRY, env: { ...QUIET, ...env }, ...settings });
}

/** A server that is started outside a test serves the whole file. */
function afterwards(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close);
  else onTestFinished(close);
}

/** An emulated Langbase whose pipes give good answers by default. */
export async function startLangbase(): Promise<LangbaseEmulator> {
  const emulator = await startLangbaseEmulator();
  afterwards(() => emulator.close());
  emulator.answer("*", (request) => goodAnswer(request));
  return emulator;
}

export function langbaseEnv(emulator: { url: string }): Record<string, string> {
  return { LANGBASE_API_KEY: TEST_KEY, LANGBASE_BASE_URL: emulator.url };
}

/** A server on an emulated Langbase. */
export async function startReasoning({ env, ...settings }: Settings = {}) {
  const emulator = await startLangbase();
  const server = await startLocal({ env: { ...langbaseEnv(emulator), ...env }, ...settings });
  return { server, emulator };
}

/** A server on an emulated OpenAI-compatible one. */
export async function startCompatible({ env, ...settings }: Settings = {}) {
  const emulator = await startOpenAiEmulator();
  afterwards(() => emulator.close());
  emulator.answer("*", (request) => goodAnswer(request));
  const access = { OPENAI_BASE_URL: `${emulator.url}/v1`, REASONING_MODEL: "llama" };
  const server = await startLocal({ env: { ...access, ...env }, ...settings });
  return { server, emulator };
}

/** `startReasoning` and `startCompatible`, for tests that must pass with both. */
export const PROVIDERS = [
  ["langbase", startReasoning],
  ["an OpenAI-compatible server", startCompatible],
] as const;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

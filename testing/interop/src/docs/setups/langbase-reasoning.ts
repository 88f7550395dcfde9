import { startLangbaseEmulator } from "@faculties/testkit/emulators";
import { onTestFinished } from "vitest";
import type { Setup } from "../setups.ts";
import { reasoningScript } from "./reasoning-script.ts";

/** With every tool, on a Langbase whose pipes answer by script. */
export async function reasonOnScript(): Promise<Setup> {
  const langbase = await startLangbaseEmulator();
  onTestFinished(() => langbase.close());
  for (const [pipe, answers] of Object.entries(reasoningScript))
    langbase.answer(pipe, ...answers.map((answer) => JSON.stringify(answer)));
  return {
    args: ["--enable-observe"],
    env: { LANGBASE_API_KEY: "for-the-documentation", LANGBASE_BASE_URL: langbase.url },
  };
}

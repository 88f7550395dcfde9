import { langbaseError, startLangbaseEmulator } from "@faculties/testkit/emulators";
import { held, heldByVendor, HOLD, isHeld } from "./held-by-vendor.ts";
import type { LongCalls } from "./long-calls.ts";

const BUSY_FIRST = "You are busy at first.";

/** A Langbase that answers, holds a question, or is busy at every other try. */
export async function reasonOnLangbase(): Promise<LongCalls> {
  const langbase = await startLangbaseEmulator();
  let tries = 0;
  langbase.answer("*", (request) => {
    if (isHeld(request)) return held;
    if (request.bodyText.includes(BUSY_FIRST) && (tries += 1) % 2 === 1)
      return langbaseError(503, "Busy.");
    return JSON.stringify({ thought: "So it follows.", confidence: 0.9 });
  });
  const think = (content: string) => ({ tool: "reasoning_linear", arguments: { content } });
  return {
    env: {
      REASONING_PROVIDER: "langbase",
      LANGBASE_API_KEY: "for-interop",
      LANGBASE_BASE_URL: langbase.url,
      RETRY_DELAY_MS: "1",
    },
    smoke: think("All humans are mortal, and Socrates is human."),
    lasts: "every tool that asks a model, `reasoning_preset_run` most of all",
    progress: async () => think(BUSY_FIRST),
    witness: "the vendor's connection is closed",
    hold: async (mark) => ({ ...think(`${HOLD} ${mark}`), ...heldByVendor(langbase, mark) }),
    close: () => langbase.close(),
  };
}

import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { held, heldByVendor, HOLD, isHeld } from "./held-by-vendor.ts";
import type { LongCalls } from "./long-calls.ts";

/** A vendor that answers every question but those that it is to hold. */
export async function chatWithConverse(): Promise<LongCalls> {
  const vendor = await startOpenAiEmulator();
  vendor.answer("*", (request) => (isHeld(request) ? held : "It depends."));
  const chat = (prompt: string) => ({ tool: "chat", arguments: { prompt, model: "o3" } });
  const question = chat("Redis or memory?");
  return {
    env: {
      CONVERSE_CLI: "off",
      CONVERSE_CACHE: "off",
      OPENAI_API_KEY: "for-interop",
      OPENAI_BASE_URL: vendor.url,
    },
    smoke: question,
    lasts: "`chat`, `consensus`: models answer in seconds to minutes",
    progress: async () => question,
    witness: "the vendor's connection is closed",
    hold: async (mark) => ({ ...chat(`${HOLD} ${mark}`), ...heldByVendor(vendor, mark) }),
    close: () => vendor.close(),
  };
}

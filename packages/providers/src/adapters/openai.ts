import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createResponsesProvider } from "./responses.ts";

/** OpenAI through the Responses API. */
export function createOpenAiProvider(settings: AdapterSettings): ModelProvider {
  return createResponsesProvider(settings, {
    provider: "openai",
    systemAs: "instructions",
    // Every OpenAI model since GPT-5 refuses a temperature.
    sendsTemperatureToUnlisted: false,
    takesDocuments: true,
    takesCacheKey: true,
  });
}

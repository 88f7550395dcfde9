import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createResponsesProvider } from "./responses.ts";

/** xAI through its Responses API. Web search is the `web_search` tool; `search_parameters` is retired. */
export function createXaiProvider(settings: AdapterSettings): ModelProvider {
  return createResponsesProvider(settings, {
    provider: "xai",
    systemAs: "input",
    sendsTemperatureToUnlisted: true,
    takesDocuments: false,
    takesCacheKey: true,
  });
}

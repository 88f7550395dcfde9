import type { AdapterSettings } from "../adapter-settings.ts";
import type { ModelProvider } from "../model-provider.ts";
import { createResponsesProvider } from "./responses-provider.ts";

/** xAI through its Responses API; web search is the `web_search` tool, as `search_parameters` is retired. */
export function createXaiProvider(settings: AdapterSettings): ModelProvider {
  return createResponsesProvider(settings, {
    provider: "xai",
    systemAs: "input",
    sendsTemperatureToUnlisted: true,
  });
}

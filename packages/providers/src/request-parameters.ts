import type { ModelEntry } from "./model-entry.ts";
import type { ModelRequest } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";

/** The temperature to send, if any; `whenUnlisted` says whether to send it to a model that the registry does not know. */
export function acceptedTemperature(
  entry: ModelEntry | undefined,
  { temperature }: ModelRequest,
  { whenUnlisted }: { whenUnlisted: boolean },
): number | undefined {
  return (entry?.temperature ?? whenUnlisted) ? temperature : undefined;
}

/** The limit to send, if any, brought within what the model can write. */
export function acceptedOutputTokens(
  entry: ModelEntry | undefined,
  { maxOutputTokens }: ModelRequest,
): number | undefined {
  if (maxOutputTokens === undefined) return undefined;
  return Math.min(maxOutputTokens, entry?.outputTokens ?? maxOutputTokens);
}

/** Whether to give the model its web search; a model known to have none is refused rather than left to guess. */
export function wantsWebSearch(
  provider: string,
  entry: ModelEntry | undefined,
  request: ModelRequest,
): boolean {
  if (request.webSearch !== true) return false;
  if (entry?.webSearch === false) {
    throw new ProviderError(
      "INVALID_INPUT",
      `${request.model} cannot search the web. Choose another model or leave web search off.`,
      { details: { provider } },
    );
  }
  return true;
}

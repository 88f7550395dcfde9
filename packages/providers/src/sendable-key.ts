import { ProviderError } from "./provider-error.ts";
import { keyVariableOf } from "./provider-settings.ts";
import { providerTitle } from "./provider-title.ts";

/** A key as a header can carry it; an error that names its variable, and does not show it, when it cannot. */
export function sendableKey(
  provider: string,
  apiKey: string | undefined,
  variable = keyVariableOf(provider),
): string | undefined {
  const key = apiKey?.trim();
  if (key === undefined || /^[\u0021-\u007e]*$/.test(key)) return key;
  throw new ProviderError(
    "PROVIDER_UNAVAILABLE",
    `Provider not available. Check API key configuration. The key for ${providerTitle(provider)} in ${variable} has a space, a line end or another character in it that no key has; copy it again.`,
    { details: { provider } },
  );
}

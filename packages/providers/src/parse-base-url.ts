import { ProviderError } from "./provider-error.ts";

/** A configured base URL, checked when it is first needed, so that one bad line does not stop a server. */
export function parseBaseUrl(provider: string, baseUrl: string): URL {
  const text = baseUrl.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new ProviderError(
    "PROVIDER_UNAVAILABLE",
    `The base URL of ${provider} is not an http or https URL. Correct it in the configuration.`,
    { details: { provider } },
  );
}

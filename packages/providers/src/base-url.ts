import { ProviderError } from "./provider-error.ts";
import { defaultBaseUrl } from "./provider-settings.ts";

const ENDPOINT = /\/(chat\/completions|responses|embeddings|models)$/;

/** Normalises a base URL that users write with or without `/v1`, trailing slash or endpoint. */
export function openAiBaseUrl(provider: string, baseUrl = defaultBaseUrl(provider)): string {
  const { origin, pathname } = parseBaseUrl(provider, baseUrl);
  const path = pathname.replace(/(?<!\/)\/+$/, "").replace(ENDPOINT, "");
  const isVersioned = path.split("/").some((segment) => /^v\d/.test(segment));
  return `${origin}${isVersioned ? path : `${path}/v1`}`;
}

/** Checks a configured base URL when it is first needed, so that one bad setting does not stop a server. */
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

import { parseBaseUrl } from "./parse-base-url.ts";
import { defaultBaseUrl } from "./provider-settings.ts";

const ENDPOINT = /\/(chat\/completions|responses|embeddings|models)$/;

/** A base URL as users write it, with or without `/v1`, trailing slash or endpoint, in the one form that clients need. */
export function openAiBaseUrl(provider: string, baseUrl = defaultBaseUrl(provider)): string {
  const { origin, pathname } = parseBaseUrl(provider, baseUrl);
  const path = pathname.replace(/(?<!\/)\/+$/, "").replace(ENDPOINT, "");
  const isVersioned = path.split("/").some((segment) => /^v\d/.test(segment));
  return `${origin}${isVersioned ? path : `${path}/v1`}`;
}

import type { AdapterSettings } from "../adapter-settings.ts";
import { parseBaseUrl } from "../parse-base-url.ts";
import { ProviderError } from "../provider-error.ts";
import { defaultBaseUrl, keyVariableOf } from "../provider-settings.ts";
import { sendableKey } from "../sendable-key.ts";

export type VendorAccess = {
  /** The name in errors. */
  provider: string;
  apiKey: string;
  /** The URL of an endpoint, given as a path that begins with the API's version. */
  urlOf(path: string): string;
};

/** Where a vendor is and the key to it; an error that says what to set when one of them is missing. */
export function vendorAccess(
  vendor: "google" | "anthropic" | "langbase",
  settings: Pick<AdapterSettings, "name" | "apiKey" | "keyVariable" | "baseUrl">,
): VendorAccess {
  const provider = settings.name ?? vendor;
  const apiKey = sendableKey(vendor, settings.apiKey, settings.keyVariable);
  if (!apiKey) {
    throw new ProviderError(
      "PROVIDER_UNAVAILABLE",
      `Provider not available. Check API key configuration. Set ${keyVariableOf(vendor)}.`,
      { details: { provider } },
    );
  }
  const url = parseBaseUrl(provider, settings.baseUrl?.trim() || defaultBaseUrl(vendor));
  // Users write the base with and without the version; each endpoint brings its own.
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, "").replace(/\/v\d\w*$/, "");
  return { provider, apiKey, urlOf: (path) => `${url.origin}${prefix}${path}` };
}

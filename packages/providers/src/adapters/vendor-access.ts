import type { AdapterSettings } from "../adapter-settings.ts";
import { parseBaseUrl } from "../base-url.ts";
import { ProviderError } from "../provider-error.ts";
import { defaultBaseUrl, keyVariableOf, sendableKey } from "../provider-settings.ts";

export type VendorAccess = {
  /** The name in errors. */
  provider: string;
  apiKey: string;
  /** The URL of an endpoint, whose path begins with the version of the API. */
  urlOf(path: string): string;
};

/** A vendor's address and key. Throws an error that names the setting if one of them is missing. */
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
  // Users write the base URL with and without the version; each path has its own.
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, "").replace(/\/v\d\w*$/, "");
  return { provider, apiKey, urlOf: (path) => `${url.origin}${prefix}${path}` };
}

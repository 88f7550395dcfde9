import type { AdapterSettings } from "../adapter-settings.ts";
import { parseBaseUrl } from "../parse-base-url.ts";
import { ProviderError } from "../provider-error.ts";
import { defaultBaseUrl, PROVIDER_SETTINGS } from "../provider-settings.ts";

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
  settings: Pick<AdapterSettings, "name" | "apiKey" | "baseUrl">,
): VendorAccess {
  const provider = settings.name ?? vendor;
  const apiKey = settings.apiKey?.trim();
  if (!apiKey) {
    const setting = PROVIDER_SETTINGS.find((candidate) => candidate.provider === vendor);
    const variable = setting !== undefined && "keyVariable" in setting ? setting.keyVariable : "";
    throw new ProviderError(
      "PROVIDER_UNAVAILABLE",
      `Provider not available. Check API key configuration. Set ${variable}.`,
      { details: { provider } },
    );
  }
  const url = parseBaseUrl(provider, settings.baseUrl?.trim() || defaultBaseUrl(vendor));
  // Users write the base with and without the version; each endpoint brings its own.
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/v\d\w*$/, "");
  return { provider, apiKey, urlOf: (path) => `${url.origin}${prefix}${path}` };
}

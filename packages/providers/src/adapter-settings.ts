import type { Redactor } from "@faculties/errors";
import type { ModelRegistry } from "./model-registry.ts";
import type { ProxyRoute } from "./proxy-route.ts";
import type { RetryPolicy } from "./with-retries.ts";

/** The settings of every adapter; the limits of one call come with that call. */
export type AdapterSettings = {
  /** The name in errors and in `ModelProvider.name`; the adapter's own when left out. */
  name?: string | undefined;
  apiKey?: string | undefined;
  /** The variable that errors name; the provider's usual one when left out. */
  keyVariable?: string | undefined;
  baseUrl?: string | undefined;
  policy: RetryPolicy;
  redact: Redactor;
  registry: ModelRegistry;
  /** The way to the vendor; straight when left out. */
  proxy?: ProxyRoute | undefined;
};

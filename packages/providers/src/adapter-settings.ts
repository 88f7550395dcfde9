import type { Redactor } from "@faculties/errors";
import type { ModelRegistry } from "./model-registry.ts";
import type { RetryPolicy } from "./with-retries.ts";

/** What every adapter is made from; each call's own limits come with the call. */
export type AdapterSettings = {
  /** The name in errors and in `ModelProvider.name`; the adapter's own when left out. */
  name?: string | undefined;
  apiKey?: string | undefined;
  /** Where the key was configured, for errors; the provider's usual variable when left out. */
  keyVariable?: string | undefined;
  baseUrl?: string | undefined;
  policy: RetryPolicy;
  redact: Redactor;
  registry: ModelRegistry;
};

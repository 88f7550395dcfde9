import { createProviders, type ModelRegistry, type Providers } from "@faculties/providers";
import type { Redactor } from "@faculties/errors";
import type { Settings } from "../settings.ts";
import type { Agent } from "./find-agents.ts";
import type { Endpoint } from "./parse-endpoints.ts";

type Parts = {
  settings: Settings;
  endpoints: readonly Endpoint[];
  agents: readonly Agent[];
  registry: ModelRegistry;
  redact: Redactor;
  environment: Readonly<Record<string, string | undefined>>;
};

const MOST_TRIES = 3;
const LONGEST_RETRY_AFTER_MS = 10_000;

/** The providers that the settings give access to. A vendor's address without its key is no access. */
export function configureProviders(parts: Parts): Providers {
  const { settings, endpoints, agents, registry, redact, environment } = parts;
  const access = (apiKey: string | undefined, baseUrl: string | undefined) =>
    apiKey === undefined || apiKey.trim() === "" ? undefined : { apiKey, baseUrl };
  return createProviders({
    openai: access(settings.openaiKey, settings.openaiBaseUrl),
    google: access(settings.googleKey, settings.googleBaseUrl),
    xai: access(settings.xaiKey, settings.xaiBaseUrl),
    anthropic: access(settings.anthropicKey, settings.anthropicBaseUrl),
    openrouter: access(settings.openrouterKey, settings.openrouterBaseUrl),
    compatible: endpoints,
    cli: { agents, environment },
    policy: {
      maxTries: MOST_TRIES,
      retryDelayMs: settings.retryDelayMs,
      timeoutMs: settings.requestTimeoutMs,
      maxRetryAfterMs: LONGEST_RETRY_AFTER_MS,
    },
    registry,
    redact,
  });
}

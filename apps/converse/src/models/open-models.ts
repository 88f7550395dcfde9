import type { Redactor } from "@faculties/errors";
import {
  type ModelEntry,
  type ModelRegistry,
  type Providers,
  createModelRegistry,
  createProviders,
} from "@faculties/providers";
import type { Settings } from "../settings.ts";
import { type Agent, findAgents } from "./find-agents.ts";
import { ModelAccess } from "./model-access.ts";
import type { Endpoint } from "./parse-endpoints.ts";

type Services = {
  endpoints: readonly Endpoint[];
  ownModels: readonly ModelEntry[];
  redact: Redactor;
  environment: Readonly<Record<string, string | undefined>>;
};

/** Collects the configured models, keys, servers and agents. Makes no requests. */
export async function openModels(
  settings: Settings,
  { endpoints, ownModels, redact, environment }: Services,
): Promise<ModelAccess> {
  const registry = createModelRegistry(ownModels);
  const agents = await findAgents(settings.cliAgents, environment);
  const providers = configureProviders({
    settings,
    endpoints,
    agents,
    registry,
    redact,
    environment,
  });
  return new ModelAccess({ registry, providers, endpoints, agents, autoModel: settings.autoModel });
}

type ProviderSources = {
  settings: Settings;
  endpoints: readonly Endpoint[];
  agents: readonly Agent[];
  registry: ModelRegistry;
  redact: Redactor;
  environment: Readonly<Record<string, string | undefined>>;
};

const MOST_TRIES = 3;
const LONGEST_RETRY_AFTER_MS = 10_000;

/** The configured providers. A vendor needs a key; its address alone is not enough. */
export function configureProviders(sources: ProviderSources): Providers {
  const { settings, endpoints, agents, registry, redact, environment } = sources;
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
    environment,
  });
}

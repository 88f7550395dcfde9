import type { Redactor } from "@faculties/errors";
import {
  type ModelEntry,
  type ModelRegistry,
  type Providers,
  createProviders,
  type ModelListAccess,
  proxyRoute,
} from "@faculties/providers";
import type { Logger } from "@faculties/mcp-kit";
import type { Storage } from "@faculties/storage";
import type { Settings } from "../settings.ts";
import { type Agent, findAgents } from "./find-agents.ts";
import { googleKeyOf } from "./google-key.ts";
import { LivingRegistry } from "./living-registry.ts";
import { ModelAccess } from "./model-access.ts";
import type { Endpoint } from "./parse-endpoints.ts";

type Services = {
  endpoints: readonly Endpoint[];
  ownModels: readonly ModelEntry[];
  redact: Redactor;
  environment: Readonly<Record<string, string | undefined>>;
  storage: () => Promise<Storage>;
  log: Logger;
};

/** Collects the configured models, keys, servers and agents. Makes no requests. */
export async function openModels(
  settings: Settings,
  { endpoints, ownModels, redact, environment, storage, log }: Services,
): Promise<ModelAccess> {
  const vendors = listingVendors(settings, endpoints, environment);
  const registry = await LivingRegistry.open({ ownModels, vendors, storage, log });
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

/** The vendors that can be asked what they have: those with a key, and the user's own servers. */
function listingVendors(
  settings: Settings,
  endpoints: readonly Endpoint[],
  environment: Services["environment"],
): ModelListAccess[] {
  if (settings.liveModels === "off") return [];
  const proxy = proxyRoute(environment);
  const keyed = [
    { provider: "openai", apiKey: settings.openaiKey, baseUrl: settings.openaiBaseUrl },
    { provider: "google", apiKey: googleKeyOf(settings), baseUrl: settings.googleBaseUrl },
    { provider: "xai", apiKey: settings.xaiKey, baseUrl: settings.xaiBaseUrl },
    { provider: "anthropic", apiKey: settings.anthropicKey, baseUrl: settings.anthropicBaseUrl },
    { provider: "openrouter", apiKey: settings.openrouterKey, baseUrl: settings.openrouterBaseUrl },
  ].filter(({ apiKey }) => (apiKey ?? "").trim() !== "");
  const own = endpoints.map(({ name, ...access }) => ({
    provider: name,
    apiKey: access.apiKey,
    baseUrl: access.baseUrl,
  }));
  return [...keyed, ...own].map((vendor) => ({ ...vendor, proxy }));
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
    google: access(googleKeyOf(settings), settings.googleBaseUrl),
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

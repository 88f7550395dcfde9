import { createModelRegistry, type ModelEntry } from "@faculties/providers";
import type { Redactor } from "@faculties/errors";
import type { Settings } from "../settings.ts";
import { configureProviders } from "./configure-providers.ts";
import { findAgents } from "./find-agents.ts";
import { ModelAccess } from "./model-access.ts";
import type { Endpoint } from "./parse-endpoints.ts";

type Services = {
  endpoints: readonly Endpoint[];
  ownModels: readonly ModelEntry[];
  redact: Redactor;
  environment: Readonly<Record<string, string | undefined>>;
};

/** Looks up what is configured: models, keys, servers and agents. Nothing is asked of any of them. */
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

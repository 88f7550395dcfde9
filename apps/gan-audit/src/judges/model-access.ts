import { CodedError, type Redactor } from "@faculties/errors";
import {
  createModelRegistry,
  createProviders,
  createSamplingProvider,
  findCliAgents,
  type ModelProvider,
  type ModelRegistry,
  type Providers,
  type RequestSampling,
} from "@faculties/providers";
import type { Environment } from "@faculties/files/git";
import type { Settings } from "../settings.ts";

export type NamedModel = { provider: ModelProvider; model: string };

export type ModelAccess = {
  /** The model that a name such as `openai:gpt-5`, `cli:codex` or `sampling` stands for. */
  find(name: string, sample: RequestSampling | undefined): NamedModel;
};

const TRIES = 3;
const RETRY_DELAY_MS = 500;

/** The models that this server was given keys or addresses for. */
export async function openModels(
  settings: Settings,
  environment: Environment,
  redact: Redactor,
): Promise<ModelAccess> {
  const registry = createModelRegistry();
  const agents = await findCliAgents(environment["PATH"]);
  const policy = {
    maxTries: TRIES,
    retryDelayMs: RETRY_DELAY_MS,
    timeoutMs: settings.judgeTimeoutMs,
  };
  const compatible = [
    { name: "ollama", baseUrl: settings.ollamaBaseUrl },
    ...(settings.compatibleBaseUrl
      ? [
          {
            name: "compatible",
            baseUrl: settings.compatibleBaseUrl,
            apiKey: settings.compatibleKey,
          },
        ]
      : []),
  ];
  const providers = createProviders({
    openai: { apiKey: settings.openaiKey, baseUrl: settings.openaiBaseUrl },
    google: { apiKey: settings.googleKey, baseUrl: settings.googleBaseUrl },
    xai: { apiKey: settings.xaiKey, baseUrl: settings.xaiBaseUrl },
    anthropic: { apiKey: settings.anthropicKey, baseUrl: settings.anthropicBaseUrl },
    openrouter: { apiKey: settings.openrouterKey, baseUrl: settings.openrouterBaseUrl },
    langbase: { apiKey: settings.langbaseKey, baseUrl: settings.langbaseBaseUrl },
    compatible,
    cli: { agents, environment },
    policy,
    registry,
    redact,
  });
  return {
    find(name, requestSampling) {
      if (name === "sampling")
        return { provider: createSamplingProvider({ requestSampling, policy, redact }), model: "" };
      return findNamed(name, providers, registry);
    },
  };
}

function findNamed(name: string, providers: Providers, registry: ModelRegistry): NamedModel {
  const [, prefix, rest = ""] = /^([\w-]+):(.+)$/s.exec(name) ?? [];
  if (prefix !== undefined) {
    const known = registry.resolve(`${prefix}/${rest}`);
    return {
      provider: providers.get(prefix),
      model: known?.provider === prefix ? known.model : rest,
    };
  }
  const resolved = registry.resolve(name, providers.configured());
  if (resolved) return { provider: providers.get(resolved.provider), model: resolved.model };
  throw new CodedError(
    "UNKNOWN_JUDGE",
    `There is no judge named ${JSON.stringify(name.slice(0, 100))}. Use internal, sampling, cli:<agent> or <provider>:<model>.`,
  );
}

import type { KitServices, ToolCall } from "@faculties/mcp-kit";
import {
  createModelRegistry,
  createProviders,
  createSamplingProvider,
  type CliAgentState,
  examineCliAgents,
  isOpenToUse,
  type ModelProvider,
  type ProvidersConfiguration,
  type RetryPolicy,
} from "@faculties/providers";
import type { Values } from "../context.ts";
import { reasoningError } from "../domain/reasoning-error.ts";
import { type PipeKey, pipeNames } from "../pipes/pipe.ts";
import type { ProviderName } from "../settings.ts";
import { explainProviderError } from "./explain-provider-error.ts";

export type ChosenModel = {
  name: Exclude<ProviderName, "local">;
  provider: ModelProvider;
  /** The pipe at Langbase, the model elsewhere. */
  modelOf(pipe: PipeKey): string;
  /** Its name in the invocation log. */
  pipeName(pipe: PipeKey): string;
};

type Caller = Pick<ToolCall, "sample">;

const OPENAI_DEFAULT_MODEL = "gpt-6.1-terra";
const OPENAI_HOST = "api.openai.com";
// Agents start a program, and people must approve sampling: both are slow.
const PATIENCE = 6;

/** Finds the model for a call: the configured provider, else the first available one. */
export function createModelChooser(values: Values, services: KitServices) {
  const { redact, environment } = services;
  const registry = createModelRegistry();
  const names = pipeNames(values);
  const policy: RetryPolicy = {
    maxTries: values.maxRetries + 1,
    retryDelayMs: values.retryDelayMs,
    timeoutMs: values.timeoutMs,
    maxRetryAfterMs: values.timeoutMs,
  };
  const patient = { ...policy, timeoutMs: values.timeoutMs * PATIENCE };
  let agents: Promise<CliAgentState[]> | undefined;
  const findAgents = () => (agents ??= examineCliAgents(environment));
  const kept = new Map<string, ModelProvider>();

  function provide(name: string, configuration: Partial<ProvidersConfiguration>): ModelProvider {
    const provider =
      kept.get(name) ?? createProviders({ policy, registry, redact, ...configuration }).get(name);
    kept.set(name, provider);
    return provider;
  }

  const makers: Record<
    ChosenModel["name"],
    (call: Caller) => Promise<ModelProvider> | ModelProvider
  > = {
    langbase: () =>
      provide("langbase", {
        langbase: values.langbaseKey
          ? { apiKey: values.langbaseKey, baseUrl: values.langbaseUrl }
          : undefined,
      }),
    openai: () => {
      const access = {
        apiKey: values.openaiKey,
        keyVariable: "OPENAI_API_KEY",
        baseUrl: values.openaiUrl,
      };
      if (!isCompatible(values.openaiUrl)) return provide("openai", { openai: access });
      return provide("compatible", {
        compatible: [{ ...access, name: "compatible", baseUrl: values.openaiUrl ?? "" }],
      });
    },
    cli: async () =>
      provide("cli", { policy: patient, cli: { agents: await findAgents(), environment } }),
    sampling: ({ sample }) =>
      createSamplingProvider({ policy: patient, redact, requestSampling: sample }),
  };

  async function pick(call: Caller): Promise<ProviderName> {
    if (values.provider !== undefined) return values.provider;
    if (values.langbaseKey) return "langbase";
    if (values.openaiKey || values.openaiUrl) return "openai";
    if ((await findAgents()).some(isOpenToUse)) return "cli";
    return call.sample === undefined ? "local" : "sampling";
  }

  async function providerOf(name: ChosenModel["name"], call: Caller): Promise<ModelProvider> {
    try {
      return await makers[name](call);
    } catch (error) {
      throw explainProviderError(error);
    }
  }

  return async (call: Caller): Promise<ChosenModel | undefined> => {
    const name = await pick(call);
    if (name === "local") return undefined;
    const provider = await providerOf(name, call);
    return {
      name,
      provider,
      modelOf: (pipe) => (name === "langbase" ? names[pipe] : modelName(name, values)),
      pipeName: (pipe) => names[pipe],
    };
  };
}

function isCompatible(url: string | undefined): boolean {
  return url !== undefined && !(URL.canParse(url) && new URL(url).hostname === OPENAI_HOST);
}

function modelName(name: Exclude<ChosenModel["name"], "langbase">, values: Values): string {
  if (values.model !== undefined) return values.model;
  if (name !== "openai") return "auto";
  if (!isCompatible(values.openaiUrl)) return OPENAI_DEFAULT_MODEL;
  throw reasoningError(
    "LangbaseUnavailable",
    "Set REASONING_MODEL to the name of a model that the server at OPENAI_BASE_URL has.",
  );
}

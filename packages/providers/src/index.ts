export type { AdapterSettings } from "./adapter-settings.ts";
export type { CliCommand } from "./adapters/cli-agent.ts";
export { type CliAgentState, examineCliAgents, isOpenToUse } from "./adapters/cli-sign-in.ts";
export { findCliAgents, type FoundCliAgent } from "./adapters/find-cli-agents.ts";
export {
  createLangbasePipes,
  type LangbasePipes,
  type ListedPipe,
  type PipeDefinition,
  type SavedPipe,
} from "./adapters/langbase-pipes.ts";
export { createOpenAiEmbeddings, type EmbeddingSettings } from "./adapters/openai-embeddings.ts";
export {
  createSamplingProvider,
  type RequestSampling,
  type SamplingSettings,
} from "./adapters/sampling.ts";
export {
  createProviders,
  type Providers,
  type ProvidersConfiguration,
  type VendorConfiguration,
} from "./create-providers.ts";
export {
  costOf,
  type ModelEntry,
  nearestEffort,
  parseModels,
  type VendorEffort,
} from "./model-entry.ts";
export type {
  CompleteOptions,
  Effort,
  EmbeddingProvider,
  ImagePart,
  JsonSchemaFormat,
  Message,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  Source,
  TextPart,
  Usage,
} from "./model-provider.ts";
export { listLiveModels, type LiveModel, type ModelListAccess } from "./live-models.ts";
export type { LivingFacts } from "./living-models.ts";
export { type ProxyRoute, proxyRoute } from "./proxy-route.ts";
export { createModelRegistry, type ModelRegistry, type ResolvedModel } from "./model-registry.ts";
export {
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from "./provider-error.ts";
export {
  PROVIDER_NAMES,
  PROVIDER_SETTINGS,
  type ProviderSetting,
  providerTitle,
  sendableKey,
} from "./provider-settings.ts";
export type { RetryPolicy } from "./with-retries.ts";

import { ProviderError } from "./provider-error.ts";

export type ProviderSetting = {
  provider: string;
  /** The vendor's spelling of its name; absent for servers that the user names. */
  title?: string;
  /** Absent for providers without a key, such as command-line agents. */
  keyVariable?: string;
  baseUrlVariable?: string;
  defaultBaseUrl?: string;
  /** The advice for a user who asks for the provider without having configured it. */
  howToConfigure: string;
};

/** The variables that configure each provider, in the order in which `auto` tries them. */
export const PROVIDER_SETTINGS = [
  {
    provider: "openai",
    title: "OpenAI",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    defaultBaseUrl: "https://api.openai.com/v1",
    howToConfigure: "Set OPENAI_API_KEY.",
  },
  {
    provider: "google",
    title: "Google",
    keyVariable: "GOOGLE_API_KEY",
    baseUrlVariable: "GOOGLE_BASE_URL",
    defaultBaseUrl: "https://generativelanguage.googleapis.com/v1beta",
    howToConfigure: "Set GOOGLE_API_KEY.",
  },
  {
    provider: "xai",
    title: "xAI",
    keyVariable: "XAI_API_KEY",
    baseUrlVariable: "XAI_BASE_URL",
    defaultBaseUrl: "https://api.x.ai/v1",
    howToConfigure: "Set XAI_API_KEY.",
  },
  {
    provider: "anthropic",
    title: "Anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    defaultBaseUrl: "https://api.anthropic.com",
    howToConfigure: "Set ANTHROPIC_API_KEY.",
  },
  {
    provider: "openrouter",
    title: "OpenRouter",
    keyVariable: "OPENROUTER_API_KEY",
    baseUrlVariable: "OPENROUTER_BASE_URL",
    defaultBaseUrl: "https://openrouter.ai/api/v1",
    howToConfigure: "Set OPENROUTER_API_KEY.",
  },
  {
    provider: "compatible",
    keyVariable: "COMPATIBLE_API_KEY",
    baseUrlVariable: "COMPATIBLE_BASE_URL",
    howToConfigure: "Set COMPATIBLE_BASE_URL to the address of your server.",
  },
  {
    provider: "langbase",
    title: "Langbase",
    keyVariable: "LANGBASE_API_KEY",
    baseUrlVariable: "LANGBASE_BASE_URL",
    defaultBaseUrl: "https://api.langbase.com",
    howToConfigure: "Set LANGBASE_API_KEY.",
  },
  {
    provider: "cli",
    howToConfigure: "Install claude, codex or gemini on this machine and sign in.",
  },
] as const satisfies readonly ProviderSetting[];

export const PROVIDER_NAMES: readonly string[] = PROVIDER_SETTINGS.map(({ provider }) => provider);

/** The vendor's address; empty for providers without one. */
export function defaultBaseUrl(provider: string): string {
  return settingOf(provider)?.defaultBaseUrl ?? "";
}

/** The variable of the key. A name that is not a vendor's belongs to a compatible server. */
export function keyVariableOf(provider: string): string {
  return settingOf(provider)?.keyVariable ?? "COMPATIBLE_API_KEY";
}

export function settingOf(provider: string): ProviderSetting | undefined {
  return PROVIDER_SETTINGS.find((candidate) => candidate.provider === provider);
}

/** A provider's name for a sentence: the vendor's spelling, else the configured name. */
export function providerTitle(name: string): string {
  return settingOf(name)?.title ?? name;
}

/** A key that a header can carry. Otherwise throws an error that names the key's variable but does not show the key. */
export function sendableKey(
  provider: string,
  apiKey: string | undefined,
  variable = keyVariableOf(provider),
): string | undefined {
  const key = apiKey?.trim();
  if (key === undefined || /^[\u0021-\u007e]*$/.test(key)) return key;
  throw new ProviderError(
    "PROVIDER_UNAVAILABLE",
    `Provider not available. Check API key configuration. The key for ${providerTitle(provider)} in ${variable} has a space, a line end or another character in it that no key has; copy it again.`,
    { details: { provider } },
  );
}

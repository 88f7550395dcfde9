export type ProviderSetting = {
  provider: string;
  /** How the vendor writes its name; absent where the user's own name for it says more. */
  title?: string;
  /** Absent where there is no key, as for the agents on the command line. */
  keyVariable?: string;
  baseUrlVariable?: string;
  defaultBaseUrl?: string;
  /** What to tell a user who asks for the provider without having configured it. */
  howToConfigure: string;
};

/** Which variables configure which provider, in the order in which `auto` tries them. */
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

/** The vendor's own address; empty for providers that have none. */
export function defaultBaseUrl(provider: string): string {
  return settingOf(provider)?.defaultBaseUrl ?? "";
}

/** The variable of the key. A name that is no vendor's is that of a compatible server. */
export function keyVariableOf(provider: string): string {
  return settingOf(provider)?.keyVariable ?? "COMPATIBLE_API_KEY";
}

export function settingOf(provider: string): ProviderSetting | undefined {
  return PROVIDER_SETTINGS.find((candidate) => candidate.provider === provider);
}

import { createRedactor, type Redactor } from "@faculties/errors";
import type { AdapterSettings } from "./adapter-settings.ts";
import type { CliAgentsSettings } from "./adapters/cli.ts";
import type { ModelProvider } from "./model-provider.ts";
import type { ModelRegistry } from "./model-registry.ts";
import { ProviderError } from "./provider-error.ts";
import { proxyRoute } from "./proxy-route.ts";
import { PROVIDER_SETTINGS, sendableKey, settingOf } from "./provider-settings.ts";
import type { RetryPolicy } from "./with-retries.ts";

export type VendorConfiguration = Pick<AdapterSettings, "apiKey" | "keyVariable" | "baseUrl">;

export type ProvidersConfiguration = {
  openai?: VendorConfiguration | undefined;
  google?: VendorConfiguration | undefined;
  xai?: VendorConfiguration | undefined;
  anthropic?: VendorConfiguration | undefined;
  openrouter?: VendorConfiguration | undefined;
  /** Each is a separate provider under its own name. */
  compatible?: readonly (VendorConfiguration & { name: string; baseUrl: string })[] | undefined;
  langbase?: VendorConfiguration | undefined;
  cli?: Pick<CliAgentsSettings, "agents" | "environment"> | undefined;
  policy: RetryPolicy;
  registry: ModelRegistry;
  /** The variables of proxies are read from here; without it vendors are reached directly. */
  environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Hides further secrets; the keys given here are always hidden. */
  redact?: Redactor | undefined;
};

export type Providers = {
  /** The names that `get` knows, in the order in which `auto` prefers them. */
  configured(): string[];
  /** The provider with this name. Its adapter is loaded with the first call. */
  get(name: string): ModelProvider;
};

type Load = (settings: AdapterSettings) => Promise<ModelProvider>;

const VENDORS = {
  openai: async (settings) => (await import("./adapters/openai.ts")).createOpenAiProvider(settings),
  google: async (settings) => (await import("./adapters/google.ts")).createGoogleProvider(settings),
  xai: async (settings) => (await import("./adapters/xai.ts")).createXaiProvider(settings),
  anthropic: async (settings) =>
    (await import("./adapters/anthropic.ts")).createAnthropicProvider(settings),
  openrouter: async (settings) =>
    (await import("./adapters/openrouter.ts")).createOpenRouterProvider(settings),
  langbase: async (settings) =>
    (await import("./adapters/langbase.ts")).createLangbaseProvider(settings),
} satisfies Record<string, Load>;

const loadCompatible: Load = async (settings) =>
  (await import("./adapters/compatible.ts")).createCompatibleProvider(settings);

/** The configured providers by name. Reads only the given configuration, never the environment. */
export function createProviders(configuration: ProvidersConfiguration): Providers {
  const { policy, registry, cli, compatible = [] } = configuration;
  const vendors = Object.keys(VENDORS) as (keyof typeof VENDORS)[];
  const hideKeys = createRedactor(
    [...vendors.map((vendor) => configuration[vendor]), ...compatible].map(
      (given) => given?.apiKey,
    ),
  );
  const redact: Redactor = (text) => hideKeys(configuration.redact?.(text) ?? text);
  const proxy = proxyRoute(configuration.environment ?? {});
  const shared = { policy, registry, redact, proxy };

  const providers = new Map<string, ModelProvider>();
  const add = (name: string, load: () => Promise<ModelProvider>) =>
    providers.set(name, loadOnFirstCall(name, load));
  for (const { provider } of PROVIDER_SETTINGS) {
    if (provider === "compatible") {
      for (const { name, ...access } of compatible) {
        add(name, async () =>
          loadCompatible({
            ...shared,
            ...access,
            apiKey: sendableKey(name, access.apiKey, access.keyVariable),
            name,
          }),
        );
      }
    } else if (provider === "cli") {
      if (cli !== undefined && cli.agents.length > 0) {
        add("cli", async () =>
          (await import("./adapters/cli.ts")).createCliAgents({ ...shared, ...cli }),
        );
      }
    } else {
      const access = configuration[provider];
      if (access?.apiKey || access?.baseUrl)
        add(provider, async () => {
          const apiKey = sendableKey(provider, access.apiKey, access.keyVariable);
          return VENDORS[provider]({ ...shared, ...access, apiKey });
        });
    }
  }

  return {
    configured: () => [...providers.keys()],
    get(name) {
      const provider = providers.get(name);
      if (provider === undefined) throw notConfigured(name);
      return provider;
    },
  };
}

function loadOnFirstCall(name: string, load: () => Promise<ModelProvider>): ModelProvider {
  let loading: Promise<ModelProvider> | undefined;
  return {
    name,
    async complete(request, options) {
      loading ??= load();
      return (await loading).complete(request, options);
    },
  };
}

function notConfigured(name: string): ProviderError {
  const setting = settingOf(name);
  const message =
    setting === undefined
      ? `Provider not available: there is none named ${name}.`
      : `Provider not available. ${setting.keyVariable === undefined ? "" : "Check API key configuration. "}${setting.howToConfigure}`;
  return new ProviderError("PROVIDER_UNAVAILABLE", message, { details: { provider: name } });
}

import type { Settings } from "../settings.ts";
import type { Endpoint } from "./parse-endpoints.ts";

type Preset = {
  name: string;
  key: (settings: Settings) => string | undefined;
  baseUrl: (settings: Settings) => string | undefined;
};

/** Vendors that speak OpenAI's chat completions: a key is all that they need, but for Azure's own address. */
const PRESETS: readonly Preset[] = [
  {
    name: "mistral",
    key: ({ mistralKey }) => mistralKey,
    baseUrl: () => "https://api.mistral.ai/v1",
  },
  {
    name: "deepseek",
    key: ({ deepseekKey }) => deepseekKey,
    baseUrl: () => "https://api.deepseek.com/v1",
  },
  { name: "groq", key: ({ groqKey }) => groqKey, baseUrl: () => "https://api.groq.com/openai/v1" },
  {
    name: "together",
    key: ({ togetherKey }) => togetherKey,
    baseUrl: () => "https://api.together.xyz/v1",
  },
  {
    name: "moonshot",
    key: ({ moonshotKey }) => moonshotKey,
    baseUrl: () => "https://api.moonshot.ai/v1",
  },
  { name: "zai", key: ({ zaiKey }) => zaiKey, baseUrl: () => "https://api.z.ai/api/paas/v4" },
  {
    name: "azure",
    key: ({ azureKey }) => azureKey,
    baseUrl: ({ azureEndpoint }) => azureEndpoint && azureAddress(azureEndpoint),
  },
];

/** Adds the vendors whose key is set. A server that the user has given a vendor's name keeps its address and gets the key. */
export function withPresets(endpoints: readonly Endpoint[], settings: Settings): Endpoint[] {
  const all = [...endpoints];
  for (const { name, key, baseUrl } of PRESETS) {
    const apiKey = key(settings)?.trim();
    const address = baseUrl(settings);
    if (!apiKey) continue;
    const place = all.findIndex((endpoint) => endpoint.name === name);
    const own = all[place];
    if (own !== undefined) all[place] = { ...own, apiKey: own.apiKey ?? apiKey };
    else if (address !== undefined) all.push({ name, baseUrl: address, apiKey });
  }
  return all;
}

function azureAddress(endpoint: string): string {
  const base = endpoint.replace(/(?<!\/)\/+$/, "");
  return base.endsWith("/openai/v1") ? base : `${base}/openai/v1`;
}

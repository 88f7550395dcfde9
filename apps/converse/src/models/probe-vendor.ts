import { PROVIDER_SETTINGS, sendableKey } from "@faculties/providers";
import type { Settings } from "../settings.ts";
import { googleKeyOf } from "./google-key.ts";
import { versionedUrl } from "./list-endpoint-models.ts";

type Probe = {
  provider: string;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  version: string;
  /** A path that accepts a valid key and has no effect. */
  path: string;
  headers(key: string): Record<string, string>;
};

const PATIENCE_MS = 10_000;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The request with which each vendor checks a key. */
export function vendorProbes(settings: Settings): Probe[] {
  return [
    {
      provider: "openai",
      apiKey: settings.openaiKey,
      baseUrl: settings.openaiBaseUrl,
      version: "v1",
      path: "models",
      headers: bearer,
    },
    {
      provider: "google",
      apiKey: googleKeyOf(settings),
      baseUrl: settings.googleBaseUrl,
      version: "v1beta",
      path: "models",
      headers: (key) => ({ "x-goog-api-key": key }),
    },
    {
      provider: "xai",
      apiKey: settings.xaiKey,
      baseUrl: settings.xaiBaseUrl,
      version: "v1",
      path: "models",
      headers: bearer,
    },
    {
      provider: "anthropic",
      apiKey: settings.anthropicKey,
      baseUrl: settings.anthropicBaseUrl,
      version: "v1",
      path: "models",
      headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    },
    {
      provider: "openrouter",
      apiKey: settings.openrouterKey,
      baseUrl: settings.openrouterBaseUrl,
      version: "v1",
      // Its list of models is public.
      path: "key",
      headers: bearer,
    },
  ];
}

/** Undefined when the vendor accepts the key, else the problem. */
export async function probeVendor(probe: Probe, apiKey: string): Promise<string | undefined> {
  try {
    const response = await fetch(versionedUrl(addressOf(probe), probe.version, probe.path), {
      headers: probe.headers(sendableKey(probe.provider, apiKey) ?? ""),
      // A redirect must not receive the key.
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    if (response.ok) return undefined;
    const isRefused = response.status === 401 || response.status === 403;
    return `HTTP ${response.status}${isRefused ? ", the key was refused" : ""}`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function addressOf({ provider, baseUrl }: Probe): string {
  const setting = PROVIDER_SETTINGS.find((candidate) => candidate.provider === provider);
  const vendorsOwn =
    setting !== undefined && "defaultBaseUrl" in setting ? setting.defaultBaseUrl : "";
  return baseUrl ?? vendorsOwn;
}

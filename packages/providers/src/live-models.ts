import * as z from "zod";
import { exchange } from "./http-exchange.ts";
import type { ProxyRoute } from "./proxy-route.ts";
import { defaultBaseUrl, sendableKey } from "./provider-settings.ts";

/** A model as its vendor lists it. */
export type LiveModel = {
  id: string;
  /** The day from which the vendor answers no more, as YYYY-MM-DD. */
  endsOn?: string | undefined;
  contextTokens?: number | undefined;
  outputTokens?: number | undefined;
};

export type ModelListAccess = {
  provider: string;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  proxy?: ProxyRoute | undefined;
};

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_MODELS = 5000;
const NOT_FOR_CHAT =
  /embed|rerank|whisper|tts|transcri|moderation|image|video|dall-e|sora|veo|imagen|realtime|audio/i;

const tokens = z.int().positive().optional().catch(undefined);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((text) => text.slice(0, 10))
  .optional()
  .catch(undefined);

const modelSchema = z.looseObject({
  id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  shutdown_date: day,
  deprecation_date: day,
  max_input_tokens: tokens,
  max_tokens: tokens,
  inputTokenLimit: tokens,
  outputTokenLimit: tokens,
  context_length: tokens,
  supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
});
const listSchema = z.looseObject({
  data: z.array(z.unknown()).optional().catch(undefined),
  models: z.array(z.unknown()).optional().catch(undefined),
});

/** The models that a vendor offers to this key for conversations. Throws HttpFailure, or the reason of an abort. */
export async function listLiveModels(
  { provider, apiKey, baseUrl, proxy }: ModelListAccess,
  signal: AbortSignal,
): Promise<LiveModel[]> {
  const key = sendableKey(provider, apiKey) ?? "";
  const { json } = await exchange({
    url: listUrl(provider, baseUrl?.trim() || defaultBaseUrl(provider)),
    method: "GET",
    headers: headersFor(provider, key),
    signal,
    proxy,
    maxBytes: MOST_BYTES,
  });
  const list = listSchema.safeParse(json).data;
  return (list?.data ?? list?.models ?? []).slice(0, MOST_MODELS).flatMap(modelOf);
}

function modelOf(listed: unknown): LiveModel[] {
  const model = modelSchema.safeParse(listed).data;
  // Google lists names with a prefix, and without an id.
  const id = (model?.id ?? model?.name ?? "").replace(/^models\//, "");
  if (model === undefined || id === "" || id.length > 200 || NOT_FOR_CHAT.test(id)) return [];
  const methods = model.supportedGenerationMethods;
  if (methods !== undefined && !methods.includes("generateContent")) return [];
  const endsOn = model.shutdown_date ?? model.deprecation_date;
  const contextTokens = model.max_input_tokens ?? model.inputTokenLimit ?? model.context_length;
  const outputTokens = model.outputTokenLimit ?? (model.max_input_tokens && model.max_tokens);
  return [
    {
      id,
      ...(endsOn !== undefined && { endsOn }),
      ...(contextTokens !== undefined && { contextTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    },
  ];
}

function listUrl(provider: string, baseUrl: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  const isVersioned = /\/v\d[^/]*(\/|$)/.test(new URL(base).pathname);
  const version = provider === "google" ? "v1beta" : "v1";
  const path = { google: "models?pageSize=1000", anthropic: "models?limit=1000" }[provider];
  return `${base}${isVersioned ? "" : `/${version}`}/${path ?? "models"}`;
}

function headersFor(provider: string, key: string): Record<string, string> {
  if (key === "") return {};
  if (provider === "google") return { "x-goog-api-key": key };
  if (provider === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return { authorization: `Bearer ${key}` };
}

import { CodedError } from "@faculties/errors";
import { sendableKey } from "@faculties/providers";
import * as z from "zod";
import type { Endpoint } from "./parse-endpoints.ts";

const PATIENCE_MS = 5000;
const NOT_FOR_CHAT = /embed|rerank|whisper|tts|moderation/i;

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The models of a compatible server, without those that cannot chat. */
export async function listEndpointModels(
  { name, baseUrl, apiKey }: Endpoint,
  signal: AbortSignal,
): Promise<string[]> {
  const key = sendableKey(name, apiKey);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const response = await fetch(versionedUrl(baseUrl, "v1", "models"), {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      // A redirect must not receive the key.
      redirect: "manual",
      signal: patience,
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const { data } = modelList.parse(await response.json());
    return data.map(({ id }) => id).filter((id) => !NOT_FOR_CHAT.test(id));
  } catch (cause) {
    signal.throwIfAborted();
    throw new CodedError(
      "PROVIDER_UNAVAILABLE",
      `Provider not available: ${name} did not list its models. Check COMPATIBLE_BASE_URL, or set CONVERSE_AUTO_MODEL.`,
      { details: { provider: name }, cause },
    );
  }
}

/** A URL of an API whose base URL may or may not end with a version and a slash. */
export function versionedUrl(baseUrl: string, version: string, path: string): string {
  const base = baseUrl.trim().replace(/(?<!\/)\/+$/, "");
  const isVersioned = /\/v\d[^/]*(\/|$)/.test(new URL(base).pathname);
  return `${base}${isVersioned ? "" : `/${version}`}/${path}`;
}

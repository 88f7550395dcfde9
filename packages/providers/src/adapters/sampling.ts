import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import type {
  Effort,
  ImagePart,
  Message,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  TextPart,
} from "../model-provider.ts";
import { ProviderError, type ProviderErrorCode } from "../provider-error.ts";
import { finishAnswer, usageOf } from "../raw-answer.ts";

/** Sends `sampling/createMessage` to the connected client and returns its unchecked result. */
export type RequestSampling = (
  request: SamplingRequest,
  options: { signal: AbortSignal; timeoutMs: number },
) => Promise<unknown>;

export type SamplingSettings = Pick<AdapterSettings, "name" | "policy" | "redact"> & {
  /** Undefined when the client does not advertise sampling. */
  requestSampling: RequestSampling | undefined;
};

const textBlock = z.looseObject({ type: z.string(), text: z.string().optional() });
const resultSchema = z.looseObject({
  model: z.string().optional(),
  content: z.union([textBlock, z.array(textBlock)]),
  stopReason: z.string().nullish(),
});

/** The MCP client's own model, through sampling. The client decides about retries, so there is one try here. */
export function createSamplingProvider(settings: SamplingSettings): ModelProvider {
  const { requestSampling, redact, policy } = settings;
  const provider = settings.name ?? "sampling";
  return {
    name: provider,
    async complete(request, options = {}) {
      if (requestSampling === undefined) {
        throw new ProviderError(
          "PROVIDER_UNAVAILABLE",
          "Provider not available: the connected client does not offer sampling. Configure another provider.",
          { details: { provider } },
        );
      }
      const { model } = request;
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const result = await requestSampling(samplingRequest(request), {
          signal,
          timeoutMs: policy.timeoutMs,
        }).catch((error: unknown) => {
          signal.throwIfAborted();
          throw samplingError(error, { provider, redact });
        });
        const { content, stopReason, model: answered } = parseResult(result, provider);
        const blocks = Array.isArray(content) ? content : [content];
        const raw = {
          text: blocks.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join(""),
          refused: false,
          finish: finishOf(stopReason),
          model: answered,
          usage: usageOf(),
        };
        return finishAnswer(raw, { provider, model, entry: undefined, redact });
      });
    },
  };
}

function parseResult(result: unknown, provider: string) {
  const parsed = resultSchema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new ProviderError(
    "API_ERROR",
    "The client sent a sampling result that cannot be understood.",
    {
      details: { provider },
      cause: parsed.error,
    },
  );
}

function finishOf(reason: string | null | undefined): ModelResponse["finish"] {
  if (reason === "endTurn" || reason === "stopSequence" || reason == null) return "stop";
  return reason === "maxTokens" ? "length" : "other";
}

type SamplingContent =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string };

/** The parameters of `sampling/createMessage`. */
type SamplingRequest = {
  messages: { role: "user" | "assistant"; content: SamplingContent }[];
  systemPrompt?: string;
  modelPreferences?: { hints?: { name: string }[]; intelligencePriority?: number };
  maxTokens: number;
  temperature?: number;
};

const DEFAULT_MAX_TOKENS = 8192;
const NO_PREFERENCE = new Set(["", "default", "auto", "sampling"]);
const PRIORITIES: Record<Effort, number> = {
  minimal: 0,
  low: 0.25,
  medium: 0.5,
  high: 0.75,
  max: 1,
};

/** A sampling request. Model and effort are only preferences in it. */
function samplingRequest(request: ModelRequest): SamplingRequest {
  const { model, system, temperature, effort } = request;
  const modelPreferences = {
    ...(!NO_PREFERENCE.has(model) && { hints: [{ name: model }] }),
    ...(effort !== undefined && { intelligencePriority: PRIORITIES[effort] }),
  };
  return {
    messages: request.messages.flatMap(messagesOf),
    ...(system && { systemPrompt: system }),
    ...(Object.keys(modelPreferences).length > 0 && { modelPreferences }),
    maxTokens: request.maxOutputTokens ?? DEFAULT_MAX_TOKENS,
    ...(temperature !== undefined && { temperature }),
  };
}

/** One message for each part, because clients before 2025-11-25 accept only one part per message. */
function messagesOf({ role, content }: Message): SamplingRequest["messages"] {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return parts.map((part) => ({ role, content: contentOf(part) }));
}

function contentOf(part: TextPart | ImagePart): SamplingContent {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", data: part.base64, mimeType: part.mimeType };
}

const METHOD_NOT_FOUND = -32601;
const MISSING_CLIENT_CAPABILITY = -32021;
const REQUEST_TIMEOUT = -32001;
const USER_REJECTED = -1;

/** Turns a client's refusal of a sampling request into an error for the caller. */
function samplingError(
  error: unknown,
  { provider, redact }: { provider: string; redact: AdapterSettings["redact"] },
): ProviderError {
  if (error instanceof ProviderError) return error;
  const [code, message] = meaningOf(
    error instanceof Error && "code" in error ? error.code : undefined,
  );
  const words = redact(error instanceof Error ? error.message : String(error));
  return new ProviderError(code, message, { details: { provider }, cause: new Error(words) });
}

function meaningOf(code: unknown): [ProviderErrorCode, string] {
  switch (code) {
    case METHOD_NOT_FOUND:
    case MISSING_CLIENT_CAPABILITY:
    case "CAPABILITY_NOT_SUPPORTED":
      return [
        "PROVIDER_UNAVAILABLE",
        "Provider not available: the connected client does not offer sampling. Configure another provider.",
      ];
    case REQUEST_TIMEOUT:
    case "REQUEST_TIMEOUT":
      return ["TIMEOUT", "The client gave no sampling result in time. Try again or ask for less."];
    case USER_REJECTED:
      return ["API_ERROR", "The user declined the sampling request in the client."];
    default:
      return ["API_ERROR", "The client could not serve the sampling request."];
  }
}

import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import type { ModelProvider, ModelResponse } from "../model-provider.ts";
import { ProviderError } from "../provider-error.ts";
import { finishAnswer, usageOf } from "../raw-answer.ts";
import { samplingError } from "./sampling-error.ts";
import { samplingRequest, type SamplingRequest } from "./sampling-request.ts";

/** Sends `sampling/createMessage` to the connected client and gives its result as it came. */
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

/** The model of the MCP client itself, by sampling; the client tries again as it sees fit, so that there is one try here. */
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

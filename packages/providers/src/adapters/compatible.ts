import type { AdapterSettings } from "../adapter-settings.ts";
import { nearestEffort, type VendorEffort } from "../model-entry.ts";
import type { ModelProvider } from "../model-provider.ts";
import { ProviderError } from "../provider-error.ts";
import { chatRequest, createChatProvider } from "./chat-completions.ts";

/** Vendors that reject parameters which they do not know. */
const STRICT = new Set(["mistral"]);

const ANY_EFFORT: { efforts: VendorEffort[] } = { efforts: ["low", "medium", "high"] };

/** Any server that speaks OpenAI's chat completions: Ollama, LM Studio, vLLM, llama.cpp; most need no key. */
export function createCompatibleProvider(settings: AdapterSettings): ModelProvider {
  const provider = settings.name ?? "compatible";
  return createChatProvider(settings, {
    provider,
    isStrict: STRICT.has(provider),
    body(request, entry) {
      if (request.webSearch === true) {
        throw new ProviderError(
          "INVALID_INPUT",
          `${provider} has no web search. Choose another provider or leave web search off.`,
          { details: { provider } },
        );
      }
      // An unlisted model does what `medium` asks for anyway; one that takes no effort is asked again without it.
      const isAsked = entry !== undefined || request.effort !== "medium";
      const effort = isAsked ? nearestEffort(entry ?? ANY_EFFORT, request.effort) : undefined;
      return {
        ...chatRequest(request, entry),
        ...(effort !== undefined && { reasoning_effort: effort }),
      };
    },
  });
}

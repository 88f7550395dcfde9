import type { AdapterSettings } from "../adapter-settings.ts";
import { nearestEffort } from "../model-entry.ts";
import type { ModelProvider } from "../model-provider.ts";
import { ProviderError } from "../provider-error.ts";
import { chatRequest, createChatProvider } from "./chat-completions.ts";

/** Any server that speaks OpenAI's chat completions: Ollama, LM Studio, vLLM, llama.cpp; most need no key. */
export function createCompatibleProvider(settings: AdapterSettings): ModelProvider {
  const provider = settings.name ?? "compatible";
  return createChatProvider(settings, {
    provider,
    body(request, entry) {
      if (request.webSearch === true) {
        throw new ProviderError(
          "INVALID_INPUT",
          `${provider} has no web search. Choose another provider or leave web search off.`,
          { details: { provider } },
        );
      }
      const effort = nearestEffort(entry, request.effort);
      return {
        ...chatRequest(request, entry),
        ...(effort !== undefined && { reasoning_effort: effort }),
      };
    },
  });
}

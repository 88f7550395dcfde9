import type { AdapterSettings } from "../adapter-settings.ts";
import type { Effort, ModelProvider } from "../model-provider.ts";
import { wantsWebSearch } from "../request-parameters.ts";
import { chatRequest } from "./chat-request.ts";
import { createChatProvider } from "./chat-provider.ts";

const EFFORTS: Record<Effort, string> = {
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  max: "xhigh",
};

/** OpenRouter: it maps effort and drops a temperature by itself, for whichever model answers. */
export function createOpenRouterProvider(settings: AdapterSettings): ModelProvider {
  const provider = settings.name ?? "openrouter";
  return createChatProvider(settings, {
    provider,
    headers: { "x-title": "Faculties" },
    body(request, entry) {
      const extensions = {
        ...(request.effort !== undefined && { reasoning: { effort: EFFORTS[request.effort] } }),
        ...(wantsWebSearch(provider, entry, request) && {
          tools: [{ type: "openrouter:web_search" }],
        }),
      };
      return Object.assign(chatRequest(request, entry), extensions);
    },
  });
}

import type { AdapterSettings } from "../adapter-settings.ts";
import type { Effort, ModelProvider } from "../model-provider.ts";
import { wantsWebSearch } from "../request-parameters.ts";
import { chatRequest, createChatProvider } from "./chat-completions.ts";

const EFFORTS: Record<Effort, string> = {
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  max: "xhigh",
};

/** OpenRouter. It maps the effort and drops the temperature as the model requires. */
export function createOpenRouterProvider(settings: AdapterSettings): ModelProvider {
  const provider = settings.name ?? "openrouter";
  return createChatProvider(settings, {
    provider,
    headers: { "x-title": "Faculties" },
    takesDocuments: true,
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

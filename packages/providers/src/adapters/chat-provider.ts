import type { Chat } from "openai/resources/chat/chat";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import type { ModelEntry } from "../model-entry.ts";
import type { ModelProvider, ModelRequest } from "../model-provider.ts";
import { openAiBaseUrl } from "../openai-base-url.ts";
import { finishAnswer } from "../raw-answer.ts";
import { chatAnswer } from "./chat-answer.ts";
import { askOpenAi } from "./openai-client.ts";

export type ChatDialect = {
  provider: string;
  headers?: Record<string, string>;
  body(
    request: ModelRequest,
    entry: ModelEntry | undefined,
  ): Chat.ChatCompletionCreateParamsNonStreaming;
};

/** What the chat-completions providers have in common: one POST /chat/completions per call. */
export function createChatProvider(
  settings: AdapterSettings,
  { provider, headers, body: bodyOf }: ChatDialect,
): ModelProvider {
  const { redact, registry, apiKey } = settings;
  return {
    name: provider,
    async complete(request, options = {}) {
      const { model } = request;
      const baseUrl = openAiBaseUrl(provider, settings.baseUrl);
      const entry = registry.find(provider, model);
      const body = bodyOf(request, entry);
      return callVendor({ ...options, provider, model, settings }, async (signal) => {
        const answer = await askOpenAi({ baseUrl, apiKey, headers }, signal, (client) =>
          client.chat.completions.create(body),
        );
        return finishAnswer(chatAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}

import type { ModelEntry } from "../model-entry.ts";
import type { Message, ModelRequest } from "../model-provider.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";
import { anthropicThinking } from "./anthropic-thinking.ts";

/** Anthropic wants a limit with each request, and streaming for answers that may take much longer than this one. */
const DEFAULT_MAX_TOKENS = 32_000;
const MOST_SEARCHES = 5;

type AnthropicMessage = { role: "user" | "assistant"; content: string | unknown[] };
export type AnthropicBody = { messages: AnthropicMessage[] } & Record<string, unknown>;

/** The body of POST /v1/messages. */
export function anthropicRequest(
  request: ModelRequest,
  { provider, entry }: { provider: string; entry: ModelEntry },
): AnthropicBody {
  const { system } = request;
  const maxTokens =
    acceptedOutputTokens(entry, request) ??
    Math.min(DEFAULT_MAX_TOKENS, entry.outputTokens ?? DEFAULT_MAX_TOKENS);
  const effort = anthropicThinking(entry, request.effort, maxTokens);
  // A model that thinks takes no temperature.
  const temperature =
    effort.thinking === undefined
      ? acceptedTemperature(entry, request, { whenUnlisted: false })
      : undefined;
  return {
    model: request.model,
    max_tokens: maxTokens,
    ...(system && { system }),
    messages: request.messages.map(messageOf),
    ...(temperature !== undefined && { temperature }),
    ...effort,
    ...(wantsWebSearch(provider, entry, request) && { tools: [webSearchTool] }),
  };
}

// The basic version: the later ones also run code to filter results, which not every model and platform can.
const webSearchTool = { type: "web_search_20250305", name: "web_search", max_uses: MOST_SEARCHES };

function messageOf({ role, content }: Message): AnthropicMessage {
  if (typeof content === "string") return { role, content };
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : {
            type: "image",
            source: { type: "base64", media_type: part.mimeType, data: part.base64 },
          },
    ),
  };
}

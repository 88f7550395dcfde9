import type { ModelEntry } from "../model-entry.ts";
import type { ImagePart, Message, ModelRequest, TextPart } from "../model-provider.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";
import { googleThinking } from "./google-thinking.ts";

/** The body of generateContent. */
export function googleRequest(
  request: ModelRequest,
  { provider, entry }: { provider: string; entry: ModelEntry },
): Record<string, unknown> {
  const { system } = request;
  const temperature = acceptedTemperature(entry, request, { whenUnlisted: true });
  const maxOutputTokens = acceptedOutputTokens(entry, request);
  const thinkingConfig = googleThinking(entry, request.effort);
  const generationConfig = {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(thinkingConfig !== undefined && { thinkingConfig }),
  };
  return {
    contents: request.messages.map(contentOf),
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...(wantsWebSearch(provider, entry, request) && { tools: [{ google_search: {} }] }),
  };
}

function contentOf({ role, content }: Message) {
  const parts = typeof content === "string" ? [{ text: content }] : content.map(partOf);
  return { role: role === "assistant" ? "model" : "user", parts };
}

function partOf(part: TextPart | ImagePart) {
  return part.type === "text"
    ? { text: part.text }
    : { inlineData: { mimeType: part.mimeType, data: part.base64 } };
}

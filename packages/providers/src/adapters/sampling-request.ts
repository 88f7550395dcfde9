import type { Effort, ImagePart, Message, ModelRequest, TextPart } from "../model-provider.ts";

type SamplingContent =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string };

/** The parameters of `sampling/createMessage`. */
export type SamplingRequest = {
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

/** A request as a client's sampling takes it: the model and the effort are only preferences there. */
export function samplingRequest(request: ModelRequest): SamplingRequest {
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

/** One message for each part, since clients before 2025-11-25 take a single one as content. */
function messagesOf({ role, content }: Message): SamplingRequest["messages"] {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return parts.map((part) => ({ role, content: contentOf(part) }));
}

function contentOf(part: TextPart | ImagePart): SamplingContent {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", data: part.base64, mimeType: part.mimeType };
}

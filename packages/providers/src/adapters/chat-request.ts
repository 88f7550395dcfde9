import type { Chat } from "openai/resources/chat/chat";
import type { ModelEntry } from "../model-entry.ts";
import type { Message, ModelRequest } from "../model-provider.ts";
import { acceptedOutputTokens, acceptedTemperature } from "../request-parameters.ts";

/** The body of POST /chat/completions, in the form that every compatible server understands. */
export function chatRequest(
  request: ModelRequest,
  entry: ModelEntry | undefined,
): Chat.ChatCompletionCreateParamsNonStreaming {
  const temperature = acceptedTemperature(entry, request, { whenUnlisted: true });
  const outputTokens = acceptedOutputTokens(entry, request);
  return {
    model: request.model,
    messages: [
      ...(request.system === undefined
        ? []
        : [{ role: "system" as const, content: request.system }]),
      ...request.messages.map(chatMessage),
    ],
    ...(temperature !== undefined && { temperature }),
    ...(outputTokens !== undefined && { max_tokens: outputTokens }),
  };
}

function chatMessage({ role, content }: Message): Chat.ChatCompletionMessageParam {
  if (typeof content === "string") return { role, content };
  if (role === "assistant") {
    const texts = content.map((part) => (part.type === "text" ? part.text : ""));
    return { role, content: texts.join("") };
  }
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? part
        : {
            type: "image_url",
            image_url: { url: `data:${part.mimeType};base64,${part.base64}` },
          },
    ),
  };
}

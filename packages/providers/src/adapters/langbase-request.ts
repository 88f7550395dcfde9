import type { ImagePart, Message, ModelRequest, TextPart } from "../model-provider.ts";

/**
 * The body of POST /v1/pipes/run. Model, temperature, effort and limits are the pipe's own, set when it was made, so
 * that those of the request are left out.
 */
export function langbaseRequest(request: ModelRequest): Record<string, unknown> {
  const { model: name, system, threadId } = request;
  return {
    name,
    messages: [
      ...(system ? [{ role: "system", content: system }] : []),
      ...request.messages.map(messageOf),
    ],
    stream: false,
    ...(threadId !== undefined && { threadId }),
  };
}

function messageOf({ role, content }: Message) {
  return { role, content: typeof content === "string" ? content : content.map(partOf) };
}

function partOf(part: TextPart | ImagePart) {
  return part.type === "text"
    ? part
    : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.base64}` } };
}

import * as z from "zod";
import {
  chatRequestSchema,
  embeddingsRequestSchema,
  responsesRequestSchema,
} from "./openai-request.ts";
import {
  chatBody,
  chatEvents,
  responsesBody,
  responsesEvents,
  type OpenAiReply,
} from "./openai-response.ts";
import { eventStream, json, type AnswerOptions } from "./recorder-answers.ts";
import { type RecordedRequest, wantsStream } from "./recorder.ts";
import { startScriptedEmulator, type Emulator, type WireReply } from "./scripted-emulator.ts";

const SCHEMAS: Record<string, z.ZodType<{ model: string }>> = {
  responses: responsesRequestSchema,
  "chat/completions": chatRequestSchema,
  embeddings: embeddingsRequestSchema,
};

/** OpenAI's Responses, chat and embeddings APIs, and of servers like it; scripts are named after models. */
export function startOpenAiEmulator(): Promise<Emulator<OpenAiReply>> {
  return startScriptedEmulator<OpenAiReply>({
    accept: acceptRequest,
    render: (reply, request) => {
      const model = modelOf(request);
      const isResponses = endpointOf(request) === "responses";
      if (!wantsStream(request))
        return json((isResponses ? responsesBody : chatBody)(reply, model));
      return isResponses
        ? eventStream(responsesEvents(reply, model), { fault: reply.fault })
        : eventStream(chatEvents(reply, model), { fault: reply.fault, done: "[DONE]" });
    },
    unknown: (model) =>
      openAiError(404, {
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        code: "model_not_found",
      }),
  });
}

/** An error in OpenAI's form. */
export function openAiError(
  status: number,
  error: { message?: string; type?: string; code?: string } = {},
  headers: AnswerOptions["headers"] = {},
): WireReply {
  const body = { message: "It failed.", type: "invalid_request_error", param: null, code: null };
  return { wire: json({ error: { ...body, ...error } }, { status, headers }) };
}

function acceptRequest(request: RecordedRequest): string | WireReply {
  const endpoint = endpointOf(request);
  const schema = SCHEMAS[endpoint];
  if (request.method !== "POST" || schema === undefined) {
    return openAiError(404, { message: `Invalid URL (${request.method} ${request.path})` });
  }
  const parsed = schema.safeParse(request.body);
  if (!parsed.success) return openAiError(400, { message: z.prettifyError(parsed.error) });
  return endpoint === "embeddings" ? { wire: json(embeddingsBody(request)) } : parsed.data.model;
}

function endpointOf({ path }: RecordedRequest): string {
  return /^(?:\/api)?\/v1\/(.+)$/.exec(path)?.[1] ?? "";
}

function modelOf(request: RecordedRequest): string {
  return z.looseObject({ model: z.string() }).parse(request.body).model;
}

/** Vectors that count letters, so that like texts are near each other. */
function embeddingsBody(request: RecordedRequest): unknown {
  const { model, input, dimensions = 26 } = embeddingsRequestSchema.parse(request.body);
  const data = input.map((text, index) => {
    const embedding = Array.from({ length: dimensions }, () => 0);
    for (const letter of text.toLowerCase()) {
      const place = letter.charCodeAt(0) % dimensions;
      embedding[place] = (embedding[place] ?? 0) + 1;
    }
    return { object: "embedding", index, embedding };
  });
  const usage = { prompt_tokens: input.length, total_tokens: input.length };
  return { object: "list", model, data, usage };
}

import type { Chat } from "openai/resources/chat/chat";
import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { openAiBaseUrl } from "../base-url.ts";
import { callVendor } from "../call-vendor.ts";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import type { ModelEntry } from "../model-entry.ts";
import type { Message, ModelProvider, ModelRequest } from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  assistantText,
  strictSchema,
} from "../request-parameters.ts";
import { assembleChat } from "./chat-stream.ts";
import { askOpenAi } from "./openai-client.ts";

type ChatDialect = {
  provider: string;
  headers?: Record<string, string>;
  body(
    request: ModelRequest,
    entry: ModelEntry | undefined,
  ): Chat.ChatCompletionCreateParamsNonStreaming;
};

/** A provider that sends one POST /chat/completions per call. */
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
      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        const stream = streamInto(assembleChat());
        const answer = await askOpenAi({ baseUrl, apiKey, headers, stream }, signal, (client) =>
          stream === undefined
            ? client.chat.completions.create(body)
            : client.chat.completions.create({
                ...body,
                stream: true,
                stream_options: { include_usage: true },
              }),
        );
        return finishAnswer(chatAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}

/** The body of POST /chat/completions, in the form that every compatible server understands. */
export function chatRequest(
  request: ModelRequest,
  entry: ModelEntry | undefined,
): Chat.ChatCompletionCreateParamsNonStreaming {
  const temperature = acceptedTemperature(entry, request, { whenUnlisted: true });
  const outputTokens = acceptedOutputTokens(entry, request);
  const { jsonSchema } = request;
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
    ...(jsonSchema !== undefined && {
      response_format: { type: "json_schema", json_schema: strictSchema(jsonSchema) },
    }),
  };
}

function chatMessage({ role, content }: Message): Chat.ChatCompletionMessageParam {
  if (typeof content === "string") return { role, content };
  if (role === "assistant") return { role, content: assistantText(content) };
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

const count = z.number().nonnegative().catch(0);
const textPart = z.looseObject({ text: z.string().catch("") });
const errorSchema = z.looseObject({ code: z.union([z.number(), z.string()]).nullish() });

const chatSchema = z.looseObject({
  model: z.string().optional(),
  error: errorSchema.nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        error: errorSchema.nullish(),
        message: z
          .looseObject({
            content: z.union([z.string(), z.array(textPart)]).nullish(),
            refusal: z.string().nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
  usage: z
    .looseObject({
      prompt_tokens: count,
      completion_tokens: count,
      cost: z.number().nonnegative().optional().catch(undefined),
    })
    .nullish(),
});

/** Reads the answer of POST /chat/completions; gateways also report an upstream error inside a 200. */
function chatAnswer(answer: ExchangeAnswer): RawAnswer {
  const body = readAnswer(chatSchema, answer);
  const [choice] = body.choices;
  const error = body.error ?? choice?.error;
  if (error != null) {
    throw new HttpFailure("http", "the gateway reports an error", {
      ...answer,
      status: Number.isInteger(Number(error.code)) ? Number(error.code) : 502,
      bodyText: JSON.stringify({ error }),
    });
  }
  const { message, finish_reason: reason } = choice ?? {};
  const content = message?.content ?? "";
  return {
    text: typeof content === "string" ? content : content.map((part) => part.text).join(""),
    refused: reason === "content_filter" || (message?.refusal ?? "") !== "",
    finish: reason === "stop" || reason === "length" ? reason : "other",
    model: body.model,
    usage: usageOf(body.usage?.prompt_tokens, body.usage?.completion_tokens),
    costUsd: body.usage?.cost,
  };
}

import type { Chat } from "openai/resources/chat/chat";
import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { askWithoutRefused } from "../ask-without-refused.ts";
import { openAiBaseUrl } from "../base-url.ts";
import { callVendor } from "../call-vendor.ts";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import type { ModelEntry } from "../model-entry.ts";
import type {
  ImagePart,
  Message,
  ModelProvider,
  ModelRequest,
  TextPart,
} from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  assistantText,
  refuseDocuments,
  strictSchema,
} from "../request-parameters.ts";
import { assembleChat } from "./chat-stream.ts";
import { askOpenAi } from "./openai-client.ts";

type ChatDialect = {
  provider: string;
  headers?: Record<string, string>;
  /** Takes PDF files as parts of a message. */
  takesDocuments?: boolean;
  /** Rejects parameters that it does not know, such as `stream_options`. */
  isStrict?: boolean;
  body(
    request: ModelRequest,
    entry: ModelEntry | undefined,
  ): Chat.ChatCompletionCreateParamsNonStreaming;
};

/** A provider that sends one POST /chat/completions per call. */
export function createChatProvider(
  settings: AdapterSettings,
  { provider, headers, takesDocuments, isStrict, body: bodyOf }: ChatDialect,
): ModelProvider {
  const { redact, registry, apiKey, proxy } = settings;
  return {
    name: provider,
    async complete(request, options = {}) {
      const { model } = request;
      const baseUrl = openAiBaseUrl(provider, settings.baseUrl);
      const entry = registry.find(provider, model);
      if (takesDocuments !== true) refuseDocuments(provider, request);
      const given = bodyOf(request, entry);
      const extra = isStrict === true ? {} : { stream_options: { include_usage: true } };
      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        const { answer, refused } = await askWithoutRefused(
          options.onDelta === undefined ? given : { ...given, ...extra },
          (body) => {
            const stream = streamInto(assembleChat());
            return askOpenAi({ baseUrl, apiKey, headers, stream, proxy }, signal, (client) =>
              stream === undefined
                ? client.chat.completions.create(body)
                : client.chat.completions.create({ ...body, stream: true }),
            );
          },
        );
        const raw = { ...chatAnswer(answer), refusedParameters: refused };
        return finishAnswer(raw, { provider, model, entry, redact });
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

function chatMessage({ role, content, documents = [] }: Message): Chat.ChatCompletionMessageParam {
  if (role === "assistant") {
    return { role, content: typeof content === "string" ? content : assistantText(content) };
  }
  if (typeof content === "string" && documents.length === 0) return { role, content };
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const files = documents.map(({ name, base64 }) => ({
    type: "file" as const,
    file: { filename: name, file_data: `data:application/pdf;base64,${base64}` },
  }));
  return { role, content: [...files, ...parts.map(chatPart)] };
}

function chatPart(part: TextPart | ImagePart): Chat.ChatCompletionContentPart {
  return part.type === "text"
    ? part
    : { type: "image_url", image_url: { url: `data:${part.mimeType};base64,${part.base64}` } };
}
const count = z.number().nonnegative().catch(0);
const textPart = z.looseObject({ text: z.string().catch("") });
const errorSchema = z.looseObject({ code: z.union([z.number(), z.string()]).nullish() });

const annotation = z.looseObject({
  url_citation: z
    .looseObject({
      url: z.string().optional().catch(undefined),
      title: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

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
            annotations: z.array(annotation).nullish().catch(undefined),
          })
          .nullish(),
      }),
    )
    .default([]),
  usage: z
    .looseObject({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z
        .looseObject({ cached_tokens: count, cache_write_tokens: count })
        .nullish()
        .catch(undefined),
      /** DeepSeek's own field. */
      prompt_cache_hit_tokens: count,
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
  const text = typeof content === "string" ? content : content.map((part) => part.text).join("");
  const { usage } = body;
  return {
    text: withoutOpenThoughts(text),
    refused: reason === "content_filter" || (message?.refusal ?? "") !== "",
    finish: reason === "stop" || reason === "length" ? reason : "other",
    model: body.model,
    usage: usageOf(usage?.prompt_tokens, usage?.completion_tokens, {
      cached: usage?.prompt_tokens_details?.cached_tokens || usage?.prompt_cache_hit_tokens,
      cacheWrites: usage?.prompt_tokens_details?.cache_write_tokens,
    }),
    costUsd: usage?.cost,
    sources: (message?.annotations ?? []).map(({ url_citation: page }) => ({
      url: page?.url,
      title: page?.title,
    })),
  };
}

/** Some templates put `<think>` into the prompt, so that the answer has only the closing tag, on a line of its own. */
function withoutOpenThoughts(text: string): string {
  const end = /(?:^|\n)<\/think>[ \t]*(?:\n|$)/.exec(text);
  return end === null || text.slice(0, end.index).includes("<think>")
    ? text
    : text.slice(end.index + end[0].length).trimStart();
}

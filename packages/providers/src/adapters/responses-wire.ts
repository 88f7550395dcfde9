import type { Responses } from "openai/resources/responses/responses";
import * as z from "zod";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import { type ModelEntry, nearestEffort, type VendorEffort } from "../model-entry.ts";
import type { ImagePart, Message, ModelRequest, TextPart } from "../model-provider.ts";
import { type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  assistantText,
  refuseDocuments,
  strictSchema,
  wantsWebSearch,
} from "../request-parameters.ts";

export type ResponsesDialect = {
  provider: string;
  entry: ModelEntry | undefined;
  /** xAI rejects `instructions`; its system text is the first input item. */
  systemAs: "instructions" | "input";
  sendsTemperatureToUnlisted: boolean;
  /** Takes PDF files, and a key by which requests share the prompt cache. */
  takesDocuments: boolean;
  takesCacheKey: boolean;
};

/** OpenAI rejects a lower limit. */
const FEWEST_OUTPUT_TOKENS = 16;

/** The body of POST /responses. The vendor stores nothing. */
export function responsesRequest(
  request: ModelRequest,
  dialect: ResponsesDialect,
): Responses.ResponseCreateParamsNonStreaming {
  const { provider, entry, systemAs, sendsTemperatureToUnlisted } = dialect;
  if (!dialect.takesDocuments) refuseDocuments(provider, request);
  const searches = wantsWebSearch(provider, entry, request);
  const effort = nearestEffort(entry ?? guessEfforts(request), request.effort);
  const temperature = acceptedTemperature(entry, request, {
    whenUnlisted: sendsTemperatureToUnlisted,
  });
  const outputTokens = acceptedOutputTokens(entry, request);
  const { system, jsonSchema, cacheKey } = request;
  return {
    model: request.model,
    store: false,
    ...(system !== undefined && systemAs === "instructions" && { instructions: system }),
    input: [
      ...(system !== undefined && systemAs === "input"
        ? [{ role: "system" as const, content: system }]
        : []),
      ...request.messages.map(inputItem),
    ],
    // OpenAI has no web search at minimal effort.
    ...(effort !== undefined && {
      reasoning: { effort: searches && effort === "minimal" ? "low" : effort },
    }),
    ...(temperature !== undefined && { temperature }),
    ...(outputTokens !== undefined && {
      max_output_tokens: Math.max(outputTokens, FEWEST_OUTPUT_TOKENS),
    }),
    ...(searches && { tools: [{ type: "web_search" }] }),
    ...(cacheKey !== undefined && dialect.takesCacheKey && { prompt_cache_key: cacheKey }),
    ...(jsonSchema !== undefined && {
      text: { format: { type: "json_schema", ...strictSchema(jsonSchema) } },
    }),
  };
}

/**
 * The efforts of an unlisted model. Most new ones reason; one that does not refuses the effort by name and is asked again
 * without it. `medium` is what they do anyway, so it is not worth the risk.
 */
function guessEfforts({ effort }: ModelRequest): { efforts: VendorEffort[] } | undefined {
  return effort === "medium" ? undefined : { efforts: ["low", "medium", "high"] };
}

function inputItem({ role, content, documents = [] }: Message): Responses.EasyInputMessage {
  if (role === "assistant") {
    return { role, content: typeof content === "string" ? content : assistantText(content) };
  }
  if (typeof content === "string" && documents.length === 0) return { role, content };
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const files = documents.map(({ name, base64 }) => ({
    type: "input_file" as const,
    filename: name,
    file_data: `data:application/pdf;base64,${base64}`,
  }));
  return { role, content: [...files, ...parts.map(inputPart)] };
}

function inputPart(part: TextPart | ImagePart): Responses.ResponseInputContent {
  return part.type === "text"
    ? { type: "input_text", text: part.text }
    : {
        type: "input_image",
        detail: "auto",
        image_url: `data:${part.mimeType};base64,${part.base64}`,
      };
}
const count = z.number().nonnegative().catch(0);

const annotation = z.looseObject({
  type: z.string().catch(""),
  url: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
});

const responsesSchema = z.looseObject({
  model: z.string().optional(),
  status: z.string().nullish(),
  error: z.looseObject({ code: z.string().nullish() }).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z
    .array(
      z.looseObject({
        type: z.string(),
        content: z
          .array(
            z.looseObject({
              type: z.string(),
              text: z.string().optional(),
              annotations: z.array(annotation).catch([]).optional(),
            }),
          )
          .nullish()
          .catch(undefined),
      }),
    )
    .default([]),
  usage: z
    .looseObject({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: z
        .looseObject({ cached_tokens: count, cache_write_tokens: count })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
  /** xAI lists the pages of a search here. */
  citations: z.array(z.unknown()).nullish().catch(undefined),
});

const FAILED_STATUS: Record<string, number> = { rate_limit_exceeded: 429, server_error: 500 };

/** Reads the answer of POST /responses. Throws for a response that failed at the vendor, as for a failed request. */
export function responsesAnswer(answer: ExchangeAnswer): RawAnswer {
  const body = readAnswer(responsesSchema, answer);
  if (body.status === "failed" || (body.error ?? null) !== null) {
    throw new HttpFailure("http", "the response failed", {
      ...answer,
      status: FAILED_STATUS[body.error?.code ?? "server_error"] ?? 400,
    });
  }
  const parts = body.output
    .filter((item) => item.type === "message")
    .flatMap((item) => item.content ?? []);
  const reason = body.incomplete_details?.reason;
  return {
    text: parts.map((part) => (part.type === "output_text" ? (part.text ?? "") : "")).join(""),
    refused: reason === "content_filter" || parts.some((part) => part.type === "refusal"),
    finish: finishOf(body.status, reason),
    model: body.model,
    usage: usageOf(body.usage?.input_tokens, body.usage?.output_tokens, {
      cached: body.usage?.input_tokens_details?.cached_tokens,
      cacheWrites: body.usage?.input_tokens_details?.cache_write_tokens,
      searches: body.output.filter(({ type }) => type === "web_search_call").length,
    }),
    sources: [
      ...parts.flatMap(({ annotations = [] }) =>
        annotations.filter(({ type }) => type === "url_citation"),
      ),
      ...(body.citations ?? []).flatMap((url) => (typeof url === "string" ? [{ url }] : [])),
    ],
  };
}

function finishOf(status: string | null | undefined, reason: string | null | undefined) {
  if (status === "incomplete") return reason === "max_output_tokens" ? "length" : "other";
  return status === "completed" || status == null ? "stop" : "other";
}

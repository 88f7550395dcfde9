import type { Responses } from "openai/resources/responses/responses";
import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { openAiBaseUrl } from "../base-url.ts";
import { callVendor } from "../call-vendor.ts";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import { type ModelEntry, nearestEffort } from "../model-entry.ts";
import type { Message, ModelProvider, ModelRequest } from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  assistantText,
  strictSchema,
  wantsWebSearch,
} from "../request-parameters.ts";
import { askOpenAi } from "./openai-client.ts";
import { assembleResponse } from "./responses-stream.ts";

/** A provider that sends one POST /responses per call and has the vendor store nothing. */
export function createResponsesProvider(
  settings: AdapterSettings,
  dialect: Omit<ResponsesDialect, "entry">,
): ModelProvider {
  const { redact, registry, apiKey } = settings;
  const provider = settings.name ?? dialect.provider;
  return {
    name: provider,
    async complete(request, options = {}) {
      const { model } = request;
      const baseUrl = openAiBaseUrl(dialect.provider, settings.baseUrl);
      const entry = registry.find(dialect.provider, model);
      const body = responsesRequest(request, { ...dialect, provider, entry });
      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        const stream = streamInto(assembleResponse());
        const answer = await askOpenAi({ baseUrl, apiKey, stream }, signal, (client) =>
          stream === undefined
            ? client.responses.create(body)
            : client.responses.create({ ...body, stream: true }),
        );
        return finishAnswer(responsesAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}

type ResponsesDialect = {
  provider: string;
  entry: ModelEntry | undefined;
  /** xAI rejects `instructions`; its system text is the first input item. */
  systemAs: "instructions" | "input";
  sendsTemperatureToUnlisted: boolean;
};

/** OpenAI rejects a lower limit. */
const FEWEST_OUTPUT_TOKENS = 16;

/** The body of POST /responses. The vendor stores nothing. */
function responsesRequest(
  request: ModelRequest,
  { provider, entry, systemAs, sendsTemperatureToUnlisted }: ResponsesDialect,
): Responses.ResponseCreateParamsNonStreaming {
  const searches = wantsWebSearch(provider, entry, request);
  const effort = nearestEffort(entry, request.effort);
  const temperature = acceptedTemperature(entry, request, {
    whenUnlisted: sendsTemperatureToUnlisted,
  });
  const outputTokens = acceptedOutputTokens(entry, request);
  const { system, jsonSchema } = request;
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
    ...(jsonSchema !== undefined && {
      text: { format: { type: "json_schema", ...strictSchema(jsonSchema) } },
    }),
  };
}

function inputItem({ role, content }: Message): Responses.EasyInputMessage {
  if (typeof content === "string") return { role, content };
  if (role === "assistant") return { role, content: assistantText(content) };
  return {
    role,
    content: content.map((part) =>
      part.type === "text"
        ? { type: "input_text", text: part.text }
        : {
            type: "input_image",
            detail: "auto",
            image_url: `data:${part.mimeType};base64,${part.base64}`,
          },
    ),
  };
}

const count = z.number().nonnegative().catch(0);

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
          .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
          .nullish()
          .catch(undefined),
      }),
    )
    .default([]),
  usage: z.looseObject({ input_tokens: count, output_tokens: count }).nullish(),
});

const FAILED_STATUS: Record<string, number> = { rate_limit_exceeded: 429, server_error: 500 };

/** Reads the answer of POST /responses. Throws for a response that failed at the vendor, as for a failed request. */
function responsesAnswer(answer: ExchangeAnswer): RawAnswer {
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
    usage: usageOf(body.usage?.input_tokens, body.usage?.output_tokens),
  };
}

function finishOf(status: string | null | undefined, reason: string | null | undefined) {
  if (status === "incomplete") return reason === "max_output_tokens" ? "length" : "other";
  return status === "completed" || status == null ? "stop" : "other";
}

import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange, type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { type ModelEntry, modelEntrySchema, nearestEffort } from "../model-entry.ts";
import type {
  Effort,
  Message,
  ModelProvider,
  ModelRequest,
  ModelResponse,
} from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";
import { assembleMessage } from "./anthropic-stream.ts";
import { vendorAccess } from "./vendor-access.ts";

const MOST_PAUSES = 5;

/** Anthropic's Claude models through the Messages API. */
export function createAnthropicProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry } = settings;
  return {
    name: settings.name ?? "anthropic",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("anthropic", settings);
      const { model } = request;
      const entry = registry.find("anthropic", model) ?? guessAnthropicModel(model);
      const body = anthropicRequest(request, { provider, entry });
      // Kept outside the tries, so that a retry continues from the last pause and not from the beginning.
      const turns: RawAnswer[] = [];

      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        for (;;) {
          const stream = streamInto(assembleMessage());
          const exchanged = await exchange({
            url: urlOf("/v1/messages"),
            headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
            body: stream === undefined ? body : { ...body, stream: true },
            signal,
            stream,
          });
          const { answer, pausedContent } = anthropicAnswer(exchanged);
          turns.push(answer);
          if (pausedContent === undefined || turns.length > MOST_PAUSES) {
            return finishAnswer(join(turns, answer), { provider, model, entry, redact });
          }
          body.messages.push({ role: "assistant", content: pausedContent });
        }
      });
    },
  };
}

function join(turns: RawAnswer[], last: RawAnswer): RawAnswer {
  const sum = (count: (turn: RawAnswer) => number) =>
    turns.reduce((total, turn) => total + count(turn), 0);
  return {
    ...last,
    text: last.refused ? "" : turns.map((turn) => turn.text).join(""),
    usage: usageOf(
      sum(({ usage }) => usage.inputTokens),
      sum(({ usage }) => usage.outputTokens),
    ),
  };
}

/** Anthropic requires a limit with each request, and streaming for much longer answers than this. */
const DEFAULT_MAX_TOKENS = 32_000;
const MOST_SEARCHES = 5;

type AnthropicMessage = { role: "user" | "assistant"; content: string | unknown[] };
type AnthropicBody = { messages: AnthropicMessage[] } & Record<string, unknown>;

/** The body of POST /v1/messages. */
function anthropicRequest(
  request: ModelRequest,
  { provider, entry }: { provider: string; entry: ModelEntry },
): AnthropicBody {
  const { system, jsonSchema } = request;
  const maxTokens =
    acceptedOutputTokens(entry, request) ??
    Math.min(DEFAULT_MAX_TOKENS, entry.outputTokens ?? DEFAULT_MAX_TOKENS);
  const effort = anthropicThinking(entry, request.effort, maxTokens);
  // A model that thinks accepts no temperature.
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
    ...(jsonSchema !== undefined && {
      output_config: {
        ...effort.output_config,
        format: { type: "json_schema", schema: jsonSchema.schema },
      },
    }),
    ...(wantsWebSearch(provider, entry, request) && { tools: [webSearchTool] }),
  };
}

// The basic version: later ones also run code to filter results, which not every model and platform supports.
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

type AnthropicThinking = {
  thinking?: { type: "adaptive" } | { type: "enabled"; budget_tokens: number };
  output_config?: { effort: string };
};

const BUDGETS: Record<Effort, number> = {
  minimal: 0,
  low: 2048,
  medium: 8192,
  high: 16_384,
  max: 28_672,
};
const SMALLEST_BUDGET = 1024;
/** The part of `max_tokens` that a budget leaves for the answer; `max_tokens` counts thoughts and answer. */
const ANSWER_TOKENS = 1024;

/** The thinking setting in the form that the model's generation accepts; empty if it accepts no effort. */
export function anthropicThinking(
  entry: ModelEntry,
  effort: Effort | undefined,
  maxTokens: number,
): AnthropicThinking {
  if (effort === undefined) return {};
  const tier = nearestEffort(entry, effort);
  if (tier !== undefined)
    return { thinking: { type: "adaptive" }, output_config: { effort: tier } };
  if (entry.thinkingTokens === undefined) return {};
  const budget = Math.min(BUDGETS[effort], entry.thinkingTokens.max, maxTokens - ANSWER_TOKENS);
  if (budget < Math.max(entry.thinkingTokens.min, SMALLEST_BUDGET)) return {};
  return { thinking: { type: "enabled", budget_tokens: budget } };
}

/**
 * Guesses an unlisted model from its name. Since 4.6 the models think adaptively by effort, earlier ones
 * by a budget of tokens; since Opus 4.7 they reject a temperature.
 */
function guessAnthropicModel(id: string): ModelEntry {
  const generation = generationOf(id);
  const guess = {
    id,
    provider: "anthropic",
    images: true,
    webSearch: true,
    outputTokens: generation < 4 ? 8192 : 64_000,
    temperature: generation <= 4.6,
  };
  if (generation >= 4.6) {
    return modelEntrySchema.parse({ ...guess, efforts: ["low", "medium", "high", "max"] });
  }
  return generation < 3.7
    ? modelEntrySchema.parse(guess)
    : modelEntrySchema.parse({ ...guess, thinkingTokens: { min: 1024, max: 64_000 } });
}

/** Reads names like `claude-opus-4-6`, `claude-sonnet-4-5-20250929` or `claude-3-7-sonnet-20250219`. Other names count as new models. */
function generationOf(id: string): number {
  const [, major, minor = "0"] = /-(\d)(?:[-.](\d))?(?!\d)/.exec(id) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(`${major}.${minor}`);
}

const count = z.number().nonnegative().catch(0);

const anthropicSchema = z.looseObject({
  model: z.string().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    })
    .optional(),
});

type AnthropicTurn = {
  answer: RawAnswer;
  /** Set if a long turn was paused: the content to send back unchanged so that the model continues. */
  pausedContent?: unknown[];
};

/** Reads the answer of POST /v1/messages. Drops the text of a refusal, as Anthropic requires. */
function anthropicAnswer(exchanged: ExchangeAnswer): AnthropicTurn {
  const { content, usage, model, stop_reason: reason } = readAnswer(anthropicSchema, exchanged);
  const refused = reason === "refusal";
  const texts = content.map((block) => (block.type === "text" ? (block.text ?? "") : ""));
  const answer: RawAnswer = {
    text: refused ? "" : texts.join(""),
    refused,
    finish: finishOf(reason),
    model,
    usage: usageOf(
      (usage?.input_tokens ?? 0) +
        (usage?.cache_creation_input_tokens ?? 0) +
        (usage?.cache_read_input_tokens ?? 0),
      usage?.output_tokens,
    ),
  };
  return reason === "pause_turn" ? { answer, pausedContent: content } : { answer };
}

function finishOf(reason: string | null | undefined): ModelResponse["finish"] {
  if (reason === "end_turn" || reason === "stop_sequence") return "stop";
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "length" : "other";
}

import { type ModelEntry, modelEntrySchema, nearestEffort } from "../model-entry.ts";
import type { Effort, Message, ModelRequest } from "../model-provider.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";

/** Anthropic requires a limit with each request, which counts thoughts too, and streaming for much longer answers than this. */
const DEFAULT_MAX_TOKENS = 32_000;
/** For requests that are streamed: much thought and a long answer together. */
const STREAMED_MAX_TOKENS = 128_000;
const MOST_SEARCHES = 5;

type AnthropicMessage = { role: "user" | "assistant"; content: string | unknown[] };
type AnthropicBody = { messages: AnthropicMessage[] } & Record<string, unknown>;

/** The body of POST /v1/messages. */
export function anthropicRequest(
  request: ModelRequest,
  { provider, entry, isStreamed }: { provider: string; entry: ModelEntry; isStreamed: boolean },
): AnthropicBody {
  const { system, jsonSchema } = request;
  const maxTokens =
    acceptedOutputTokens(entry, request) ??
    Math.min(
      isStreamed ? STREAMED_MAX_TOKENS : DEFAULT_MAX_TOKENS,
      entry.outputTokens ?? DEFAULT_MAX_TOKENS,
    );
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
    messages: messagesOf(request.messages),
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

/** Four parts of a request at most may be marked for the cache. */
const MOST_BREAKPOINTS = 4;

function messagesOf(messages: readonly Message[]): AnthropicMessage[] {
  const marked = messages.filter(({ cache }) => cache === true).slice(-MOST_BREAKPOINTS);
  return messages.map((message) => messageOf(message, marked.includes(message)));
}

function messageOf(
  { role, content, documents = [] }: Message,
  isBreakpoint: boolean,
): AnthropicMessage {
  if (typeof content === "string" && documents.length === 0 && !isBreakpoint) {
    return { role, content };
  }
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const blocks: Record<string, unknown>[] = [
    ...documents.map(({ name, base64 }) => ({
      type: "document",
      title: name,
      source: { type: "base64", media_type: "application/pdf", data: base64 },
    })),
    ...parts.map((part) =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : {
            type: "image",
            source: { type: "base64", media_type: part.mimeType, data: part.base64 },
          },
    ),
  ];
  const last = blocks.at(-1);
  if (isBreakpoint && last !== undefined) last["cache_control"] = { type: "ephemeral" };
  return { role, content: blocks };
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
export function guessAnthropicModel(id: string): ModelEntry {
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

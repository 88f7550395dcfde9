import * as z from "zod";
import { type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import type { ModelResponse } from "../model-provider.ts";
import { type RawAnswer, usageOf } from "../raw-answer.ts";

const count = z.number().nonnegative().catch(0);

const citation = z.looseObject({
  url: z.string().optional().catch(undefined),
  title: z.string().nullish().catch(undefined),
});

const anthropicSchema = z.looseObject({
  model: z.string().optional(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      citations: z.array(citation).nullish().catch(undefined),
    }),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
      server_tool_use: z.looseObject({ web_search_requests: count }).nullish().catch(undefined),
    })
    .optional(),
});

export type AnthropicTurn = {
  answer: RawAnswer;
  /** Set if a long turn was paused: the content to send back unchanged so that the model continues. */
  pausedContent?: unknown[];
};

/** Reads the answer of POST /v1/messages. Drops the text of a refusal, as Anthropic requires. */
export function anthropicAnswer(exchanged: ExchangeAnswer): AnthropicTurn {
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
      {
        cached: usage?.cache_read_input_tokens,
        cacheWrites: usage?.cache_creation_input_tokens,
        searches: usage?.server_tool_use?.web_search_requests,
      },
    ),
    sources: content.flatMap(({ citations }) =>
      (citations ?? []).map(({ url, title }) => ({ url, title })),
    ),
  };
  return reason === "pause_turn" ? { answer, pausedContent: content } : { answer };
}

function finishOf(reason: string | null | undefined): ModelResponse["finish"] {
  if (reason === "end_turn" || reason === "stop_sequence") return "stop";
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "length" : "other";
}

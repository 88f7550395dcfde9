import * as z from "zod";
import type { ExchangeAnswer } from "../http-exchange.ts";
import type { ModelResponse } from "../model-provider.ts";
import { usageOf, type RawAnswer } from "../raw-answer.ts";
import { readAnswer } from "../read-answer.ts";

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

export type AnthropicTurn = {
  answer: RawAnswer;
  /** Set when a long turn was paused: what to send back, as it came, for the model to go on. */
  pausedContent?: unknown[];
};

/** Reads the answer of POST /v1/messages; of a refusal nothing is kept, as Anthropic asks. */
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
    ),
  };
  return reason === "pause_turn" ? { answer, pausedContent: content } : { answer };
}

function finishOf(reason: string | null | undefined): ModelResponse["finish"] {
  if (reason === "end_turn" || reason === "stop_sequence") return "stop";
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "length" : "other";
}

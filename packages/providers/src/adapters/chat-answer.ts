import * as z from "zod";
import type { ExchangeAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import { readAnswer } from "../read-answer.ts";
import { usageOf, type RawAnswer } from "../raw-answer.ts";

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
export function chatAnswer(answer: ExchangeAnswer): RawAnswer {
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

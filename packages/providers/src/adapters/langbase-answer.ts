import * as z from "zod";
import type { ExchangeAnswer } from "../http-exchange.ts";
import { usageOf, type RawAnswer } from "../raw-answer.ts";
import { readAnswer } from "../read-answer.ts";

const count = z.number().nonnegative().catch(0);

const detailsSchema = z.looseObject({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(z.looseObject({ finish_reason: z.string().nullish().catch(undefined) }))
    .catch([]),
  usage: z
    .looseObject({ prompt_tokens: count, completion_tokens: count })
    .optional()
    .catch(undefined),
});

const langbaseSchema = z.looseObject({
  completion: z.string().nullable(),
  raw: detailsSchema.optional().catch(undefined),
});

/** Reads the answer of POST /v1/pipes/run, of which only `completion` is sure to be there. */
export function langbaseAnswer(answer: ExchangeAnswer): RawAnswer {
  const body = readAnswer(langbaseSchema, answer);
  const { model, choices, usage } = body.raw ?? detailsSchema.parse(body);
  const reason = choices[0]?.finish_reason ?? "stop";
  const threadId = answer.headers["lb-thread-id"];
  return {
    text: body.completion ?? "",
    refused: reason === "content_filter",
    finish: reason === "stop" || reason === "length" ? reason : "other",
    model,
    usage: usageOf(usage?.prompt_tokens, usage?.completion_tokens),
    ...(typeof threadId === "string" && threadId !== "" && { threadId }),
  };
}

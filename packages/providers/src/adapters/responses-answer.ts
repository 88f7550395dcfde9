import * as z from "zod";
import type { ExchangeAnswer } from "../http-exchange.ts";
import { HttpFailure } from "../http-failure.ts";
import { readAnswer } from "../read-answer.ts";
import { usageOf, type RawAnswer } from "../raw-answer.ts";

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

/** Reads the answer of POST /responses; a response that failed at the vendor throws like a failed request. */
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
    usage: usageOf(body.usage?.input_tokens, body.usage?.output_tokens),
  };
}

function finishOf(status: string | null | undefined, reason: string | null | undefined) {
  if (status === "incomplete") return reason === "max_output_tokens" ? "length" : "other";
  return status === "completed" || status == null ? "stop" : "other";
}

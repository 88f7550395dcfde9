import * as z from "zod";
import type { ExchangeAnswer } from "../http-exchange.ts";
import type { ModelResponse } from "../model-provider.ts";
import { usageOf, type RawAnswer } from "../raw-answer.ts";
import { readAnswer } from "../read-answer.ts";

const count = z.number().nonnegative().catch(0);

const googleSchema = z.looseObject({
  modelVersion: z.string().optional(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional(),
        content: z
          .looseObject({
            parts: z
              .array(
                z.looseObject({ text: z.string().optional(), thought: z.boolean().optional() }),
              )
              .default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .optional(),
});

const BLOCKED = /^(SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_\w+)$/;

/** Reads the answer of generateContent; of a blocked one nothing is kept, since Google cuts it anywhere. */
export function googleAnswer(answer: ExchangeAnswer): RawAnswer {
  const { candidates, promptFeedback, usageMetadata, modelVersion } = readAnswer(
    googleSchema,
    answer,
  );
  const [candidate] = candidates;
  const reason = candidate?.finishReason ?? "";
  const refused = promptFeedback?.blockReason !== undefined || BLOCKED.test(reason);
  const texts = (candidate?.content?.parts ?? []).map((part) =>
    part.thought === true ? "" : (part.text ?? ""),
  );
  const used = usageMetadata;
  return {
    text: refused ? "" : texts.join(""),
    refused,
    finish: finishOf(reason),
    model: modelVersion,
    usage: usageOf(
      (used?.promptTokenCount ?? 0) + (used?.toolUsePromptTokenCount ?? 0),
      (used?.candidatesTokenCount ?? 0) + (used?.thoughtsTokenCount ?? 0),
    ),
  };
}

function finishOf(reason: string): ModelResponse["finish"] {
  if (reason === "STOP") return "stop";
  return reason === "MAX_TOKENS" ? "length" : "other";
}

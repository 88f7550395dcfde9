import * as z from "zod";
import type { AdapterSettings } from "../adapter-settings.ts";
import { callVendor } from "../call-vendor.ts";
import { exchange, type ExchangeAnswer, readAnswer } from "../http-exchange.ts";
import { type ModelEntry, modelEntrySchema, nearestEffort } from "../model-entry.ts";
import type {
  Effort,
  ImagePart,
  Message,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  TextPart,
} from "../model-provider.ts";
import { finishAnswer, type RawAnswer, usageOf } from "../raw-answer.ts";
import {
  acceptedOutputTokens,
  acceptedTemperature,
  wantsWebSearch,
} from "../request-parameters.ts";
import { assembleContent } from "./google-stream.ts";
import { vendorAccess } from "./vendor-access.ts";

/** Google's Gemini models through generateContent. */
export function createGoogleProvider(settings: AdapterSettings): ModelProvider {
  const { redact, registry, proxy } = settings;
  return {
    name: settings.name ?? "google",
    async complete(request, options = {}) {
      const { provider, apiKey, urlOf } = vendorAccess("google", settings);
      const model = request.model.replace(/^models\//, "");
      const entry = registry.find("google", model) ?? guessGoogleModel(model);
      const body = googleRequest(request, { provider, entry });
      return callVendor({ ...options, provider, model, settings }, async (signal, streamInto) => {
        const stream = streamInto(assembleContent());
        const method = stream === undefined ? "generateContent" : "streamGenerateContent?alt=sse";
        const answer = await exchange({
          url: urlOf(`/v1beta/models/${encodeURIComponent(model)}:${method}`),
          // In a header, because proxies log URLs.
          headers: { "x-goog-api-key": apiKey },
          body,
          signal,
          stream,
          proxy,
        });
        return finishAnswer(googleAnswer(answer), { provider, model, entry, redact });
      });
    },
  };
}

/** The body of generateContent. */
function googleRequest(
  request: ModelRequest,
  { provider, entry }: { provider: string; entry: ModelEntry },
): Record<string, unknown> {
  const { system, jsonSchema } = request;
  const temperature = acceptedTemperature(entry, request, { whenUnlisted: false });
  const maxOutputTokens = acceptedOutputTokens(entry, request);
  const thinkingConfig = googleThinking(entry, request.effort);
  const generationConfig = {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(thinkingConfig !== undefined && { thinkingConfig }),
    ...(jsonSchema !== undefined && {
      responseMimeType: "application/json",
      responseJsonSchema: jsonSchema.schema,
    }),
  };
  return {
    contents: request.messages.map(contentOf),
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...(wantsWebSearch(provider, entry, request) && { tools: [{ google_search: {} }] }),
  };
}

function contentOf({ role, content, documents = [] }: Message) {
  const parts = typeof content === "string" ? [{ text: content }] : content.map(partOf);
  const files = documents.map(({ base64 }) => ({
    inlineData: { mimeType: "application/pdf", data: base64 },
  }));
  return { role: role === "assistant" ? "model" : "user", parts: [...files, ...parts] };
}

function partOf(part: TextPart | ImagePart) {
  return part.type === "text"
    ? { text: part.text }
    : { inlineData: { mimeType: part.mimeType, data: part.base64 } };
}

type ThinkingConfig = { thinkingLevel: string } | { thinkingBudget: number };

const BUDGETS: Record<Effort, number> = {
  minimal: 0,
  low: 1024,
  medium: 8192,
  high: 24_576,
  max: 32_768,
};

/** The thinking setting in the form that the model's generation accepts; undefined if it accepts none. */
export function googleThinking(
  entry: ModelEntry,
  effort: Effort | undefined,
): ThinkingConfig | undefined {
  if (effort === undefined) return undefined;
  const tier = nearestEffort(entry, effort);
  if (tier !== undefined) return { thinkingLevel: tier.toUpperCase() };
  if (entry.thinkingTokens === undefined) return undefined;
  const { min, max } = entry.thinkingTokens;
  return { thinkingBudget: Math.min(Math.max(BUDGETS[effort], min), max) };
}

/** Guesses an unlisted model from its name: 2.5 takes a budget of tokens, 3 and later a level. From 3 on a temperature makes answers worse, says Google. */
function guessGoogleModel(id: string): ModelEntry {
  const [, major = "0", minor = "0"] = /^gemini-(\d+)(?:\.(\d+))?/.exec(id) ?? [];
  const generation = Number(`${major}.${minor}`);
  const guess = { id, provider: "google", images: true, webSearch: true };
  if (generation >= 3) {
    // The first of the 3 Pro models has only these two levels.
    const efforts = id.startsWith("gemini-3-pro") ? ["low", "high"] : ["low", "medium", "high"];
    return modelEntrySchema.parse({ ...guess, efforts, temperature: false });
  }
  if (generation < 2.5) return modelEntrySchema.parse(guess);
  const thinkingTokens = id.includes("pro") ? { min: 128, max: 32_768 } : { min: 512, max: 24_576 };
  return modelEntrySchema.parse({ ...guess, thinkingTokens });
}

const count = z.number().nonnegative().catch(0);

const chunk = z.looseObject({
  web: z
    .looseObject({
      uri: z.string().optional().catch(undefined),
      title: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const googleSchema = z.looseObject({
  modelVersion: z.string().optional(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional(),
        groundingMetadata: z
          .looseObject({
            groundingChunks: z.array(chunk).catch([]),
            webSearchQueries: z.array(z.unknown()).catch([]),
          })
          .optional()
          .catch(undefined),
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
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .optional(),
});

const BLOCKED = /^(SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_\w+)$/;

/** Reads the answer of generateContent. Drops the text of a blocked answer, which Google cuts anywhere. */
function googleAnswer(answer: ExchangeAnswer): RawAnswer {
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
      {
        cached: used?.cachedContentTokenCount,
        searches: candidate?.groundingMetadata?.webSearchQueries.length,
      },
    ),
    sources: (candidate?.groundingMetadata?.groundingChunks ?? []).map(({ web }) => ({
      url: web?.uri,
      title: web?.title,
    })),
  };
}

function finishOf(reason: string): ModelResponse["finish"] {
  if (reason === "STOP") return "stop";
  return reason === "MAX_TOKENS" ? "length" : "other";
}

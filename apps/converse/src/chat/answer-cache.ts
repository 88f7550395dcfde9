import { createHash } from "node:crypto";
import type { Storage } from "@faculties/storage";
import * as z from "zod";
import type { ModelAnswer, Question } from "../models/ask-model.ts";
import type { Settings } from "../settings.ts";
import { findCachedAnswer, putCachedAnswer } from "../store/cached-answers.ts";
import { answerKey } from "../store/lock-keys.ts";

const LIFETIME_MS = 10 * 60 * 1000;

const cachedAnswer = z.object({
  provider: z.string(),
  model: z.string(),
  text: z.string(),
  isCut: z.boolean(),
});

/** Only answers to first questions are cached, because nothing but the question decides them. */
export function isCacheable(
  cache: Settings["cache"],
  { history, temperature, webSearch }: Question,
): boolean {
  if (cache === "off" || webSearch === true || history.length > 0) return false;
  return cache === "on" || temperature === 0;
}

/** The cached answer to the same question, which costs nothing now. */
export async function repeatAnswer(
  storage: Storage,
  question: Question,
): Promise<ModelAnswer | undefined> {
  const found = cachedAnswer.safeParse(
    await storage.query((tx) => findCachedAnswer(tx, cacheKey(question), storage.now())),
  );
  if (!found.success) return undefined;
  const { provider, model, ...answer } = found.data;
  const free = { inputTokens: 0, outputTokens: 0, costUsd: 0, durationMs: 0, dropped: 0 };
  return { ...answer, ...free, target: { provider, model } };
}

export async function rememberAnswer(
  storage: Storage,
  question: Question,
  { target: { provider, model }, text, isCut }: ModelAnswer,
): Promise<void> {
  const key = cacheKey(question);
  const answer = { provider, model, text, isCut };
  const expiresAt = storage.now() + LIFETIME_MS;
  await storage.write((tx) => putCachedAnswer(tx, { key, answer, expiresAt }), {
    locks: [answerKey(key)],
  });
}

/** Two questions have the same key if and only if a model would get the same request. */
function cacheKey({ target, messages, temperature, effort, jsonSchema }: Question): string {
  const { provider, model } = target;
  const asked = JSON.stringify({
    provider,
    model,
    messages,
    temperature,
    effort,
    jsonSchema,
  });
  return createHash("sha256").update(asked).digest("hex");
}

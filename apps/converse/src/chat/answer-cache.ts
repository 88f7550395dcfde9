import * as z from "zod";
import type { ModelAnswer, Question } from "../ask/ask-model.ts";
import type { Settings } from "../settings.ts";
import type { ConverseStore } from "../store/converse-store.ts";
import { cacheKey } from "./cache-key.ts";

const LIFETIME_MS = 10 * 60 * 1000;

const cachedAnswer = z.object({
  provider: z.string(),
  model: z.string(),
  text: z.string(),
  isCut: z.boolean(),
});

/** Whether an answer may be repeated: to a first question, where nothing but the question decides it. */
export function isCacheable(
  cache: Settings["cache"],
  { history, temperature, webSearch }: Question,
): boolean {
  if (cache === "off" || webSearch === true || history.length > 0) return false;
  return cache === "on" || temperature === 0;
}

/** The answer that was given to the same question before, which costs nothing now. */
export async function repeatAnswer(
  store: ConverseStore,
  question: Question,
): Promise<ModelAnswer | undefined> {
  const found = cachedAnswer.safeParse(await store.cachedAnswer(cacheKey(question)));
  if (!found.success) return undefined;
  const { provider, model, ...answer } = found.data;
  const free = { inputTokens: 0, outputTokens: 0, costUsd: 0, durationMs: 0, dropped: 0 };
  return { ...answer, ...free, target: { provider, model } };
}

export async function rememberAnswer(
  store: ConverseStore,
  question: Question,
  { target: { provider, model }, text, isCut }: ModelAnswer,
): Promise<void> {
  const answer = { provider, model, text, isCut };
  await store.cacheAnswer(cacheKey(question), answer, store.storage.now() + LIFETIME_MS);
}

import { modelEntrySchema, type ModelEntry } from "../model-entry.ts";
import type { Effort } from "../model-provider.ts";
import { nearestEffort } from "../nearest-effort.ts";

export type AnthropicThinking = {
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
/** What a budget leaves of `max_tokens`, which counts both the thoughts and the answer. */
const ANSWER_TOKENS = 1024;

/** How much a model is to think, in the way its generation takes it; empty where it takes no effort. */
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
 * What can be told of an unlisted model from its name. Since 4.6 the models think adaptively by effort, those before
 * by a budget of tokens; since Opus 4.7 they refuse a temperature.
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

/** From `claude-opus-4-6`, `claude-sonnet-4-5-20250929` or `claude-3-7-sonnet-20250219`; nameless ones are new. */
function generationOf(id: string): number {
  const [, major, minor = "0"] = /-(\d)(?:[-.](\d))?(?!\d)/.exec(id) ?? [];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(`${major}.${minor}`);
}

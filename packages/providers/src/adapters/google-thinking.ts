import { modelEntrySchema, type ModelEntry } from "../model-entry.ts";
import type { Effort } from "../model-provider.ts";
import { nearestEffort } from "../nearest-effort.ts";

export type ThinkingConfig = { thinkingLevel: string } | { thinkingBudget: number };

const BUDGETS: Record<Effort, number> = {
  minimal: 0,
  low: 1024,
  medium: 8192,
  high: 24_576,
  max: 32_768,
};

/** How much a model is to think, in the way its generation takes it; undefined where it takes none. */
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

/** What can be told of an unlisted model from its name: 2.5 takes a budget of tokens, 3 and later a level, 4 no temperature. */
export function guessGoogleModel(id: string): ModelEntry {
  const [, major = "0", minor = "0"] = /^gemini-(\d+)(?:\.(\d+))?/.exec(id) ?? [];
  const generation = Number(`${major}.${minor}`);
  const guess = { id, provider: "google", images: true, webSearch: true };
  if (generation >= 3) {
    // The first of the 3 Pro models knew no level between the two.
    const efforts = id.startsWith("gemini-3-pro") ? ["low", "high"] : ["low", "medium", "high"];
    return modelEntrySchema.parse({ ...guess, efforts, temperature: generation < 4 });
  }
  if (generation < 2.5) return modelEntrySchema.parse(guess);
  const thinkingTokens = id.includes("pro") ? { min: 128, max: 32_768 } : { min: 512, max: 24_576 };
  return modelEntrySchema.parse({ ...guess, thinkingTokens });
}

import type { ModelEntry } from "./model-entry.ts";
import type { Usage } from "./model-provider.ts";

/** What a call cost in US dollars at list prices, when these are known and the vendor told what was used. */
export function costOf(entry: ModelEntry | undefined, usage: Usage): number | undefined {
  if (usage.totalTokens === 0) return undefined;
  const { longPrompt } = entry ?? {};
  const isLong = longPrompt !== undefined && usage.inputTokens > longPrompt.aboveTokens;
  const { inputUsdPerMillion, outputUsdPerMillion } = (isLong ? longPrompt : entry) ?? {};
  if (inputUsdPerMillion === undefined || outputUsdPerMillion === undefined) return undefined;
  const microUsd =
    usage.inputTokens * inputUsdPerMillion + usage.outputTokens * outputUsdPerMillion;
  return microUsd / 1_000_000;
}

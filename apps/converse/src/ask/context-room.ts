import type { ModelEntry } from "@faculties/providers";

const LARGEST_RESERVE = 32_000;

/** How many tokens of input a model takes, room for its answer left aside; undefined when that is not known. */
export function contextRoom(entry: ModelEntry | undefined): number | undefined {
  if (entry?.contextTokens === undefined) return undefined;
  const { contextTokens, outputTokens = LARGEST_RESERVE } = entry;
  return contextTokens - Math.min(outputTokens, LARGEST_RESERVE, Math.floor(contextTokens / 4));
}

import { beginningOf, estimateJsonTokens } from "./estimate-tokens.ts";

export type CutTexts = { texts: string[]; wasCut: boolean };

const MARK = "\n\n[… cut: the answer is longer than MAX_MCP_OUTPUT_TOKENS allows]";
const MARK_TOKENS = estimateJsonTokens(MARK);

/** Cuts the longest texts to one length so that all texts together fit; the short ones stay whole. */
export function cutTexts(texts: readonly string[], tokens: number): CutTexts {
  const sizes = texts.map(estimateJsonTokens);
  // Cutting a text that is shorter than the mark would make it longer.
  const share = Math.max(MARK_TOKENS, fairShare(sizes, Math.max(0, tokens)));
  const cut = texts.map((text, index) =>
    (sizes[index] ?? 0) <= share ? text : cutText(text, share),
  );
  return { texts: cut, wasCut: cut.some((text, index) => text !== texts[index]) };
}

/** The tokens that texts have when each is cut as short as it can be. */
export function leastTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.min(MARK_TOKENS, estimateJsonTokens(text)), 0);
}

function cutText(text: string, tokens: number): string {
  const room = Math.max(0, tokens - MARK_TOKENS);
  return `${beginningOf(text, room)}${MARK}`;
}

/** The largest size such that all texts, cut to it, fit. */
function fairShare(sizes: readonly number[], room: number): number {
  const ascending = sizes.toSorted((left, right) => left - right);
  let left = room;
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

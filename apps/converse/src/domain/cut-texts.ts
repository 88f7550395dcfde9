import { beginningOf, estimateJsonTokens } from "./estimate-tokens.ts";

export type CutTexts = { texts: string[]; wasCut: boolean };

const MARK = "\n\n[… cut: the answer is longer than MAX_MCP_OUTPUT_TOKENS allows]";
const MARK_TOKENS = estimateJsonTokens(MARK);

/** Brings texts within a number of tokens together: the long ones are cut to one length, the short ones stay whole. */
export function cutTexts(texts: readonly string[], tokens: number): CutTexts {
  const sizes = texts.map(estimateJsonTokens);
  // A text that is no longer than the mark would only grow by being cut.
  const share = Math.max(MARK_TOKENS, fairShare(sizes, Math.max(0, tokens)));
  const cut = texts.map((text, index) =>
    (sizes[index] ?? 0) <= share ? text : cutText(text, share),
  );
  return { texts: cut, wasCut: cut.some((text, index) => text !== texts[index]) };
}

function cutText(text: string, tokens: number): string {
  const room = Math.max(0, tokens - MARK_TOKENS);
  return `${beginningOf(text, room)}${MARK}`;
}

/** The largest size such that everything, cut to it, has room. */
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

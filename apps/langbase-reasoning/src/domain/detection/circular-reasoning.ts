import type { Finding } from "./findings.ts";
import { isSameMatter, readClause } from "./sentences.ts";

const FEWEST_WORDS = 2;
const MOST_COMPARED = 1_000;

/** A sentence whose reason repeats the words of its claim. */
export function findCircularReasoning(sentences: readonly string[]): Finding[] {
  let compared = 0;
  const sentence = sentences.find((candidate) => {
    const [claim, reason] = candidate.split(/\b(?:because|since|as it is)\b/i);
    if (claim === undefined || reason === undefined || compared === MOST_COMPARED) return false;
    compared += 1;
    const [left, right] = [readClause(claim), readClause(reason)];
    return (
      Math.min(left.words.size, right.words.size) >= FEWEST_WORDS &&
      left.negated === right.negated &&
      isSameMatter(left, right)
    );
  });
  if (sentence === undefined) return [];
  return [
    {
      type: "circular_reasoning",
      category: "informal",
      severity: 4,
      confidence: 0.7,
      explanation: "The reason given repeats the claim.",
      remediation: "Give a reason that can be true while the claim is still open.",
      excerpt: sentence,
    },
  ];
}

import type { FallacyCategory, Finding } from "./findings.ts";

/** Recognises a bias or a fallacy by typical English wording. */
export type WordingRule = {
  type: string;
  category?: FallacyCategory;
  severity: number;
  confidence: number;
  explanation: string;
  remediation: string;
  patterns: readonly RegExp[];
  /** Whether the wording may run over two sentences. */
  spans?: boolean;
};

const LONGEST_EXCERPT = 300;

/** At most one finding per rule, at the first passage that shows it. */
export function applyRules(sentences: readonly string[], rules: readonly WordingRule[]): Finding[] {
  return rules.flatMap(({ patterns, spans = false, ...rule }) => {
    const matches = (text: string) => patterns.some((pattern) => pattern.test(text));
    const single = sentences.find(matches);
    const pair = spans ? pairsOf(sentences).find(matches) : undefined;
    const passage = single ?? pair;
    return passage === undefined ? [] : [{ ...rule, excerpt: passage.slice(0, LONGEST_EXCERPT) }];
  });
}

function pairsOf(sentences: readonly string[]): string[] {
  return sentences.slice(1).map((sentence, index) => `${sentences[index]} ${sentence}`);
}

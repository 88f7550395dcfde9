import { contentWords, wordOverlap } from "../session-figures.ts";

/** A statement reduced to its topic and whether it negates it. */
export type Clause = { words: Set<string>; negated: boolean };

const NEGATION =
  /\b(not|no|never|nobody|nothing|isn'?t|aren'?t|wasn'?t|weren'?t|don'?t|doesn'?t|didn'?t|won'?t|can'?t|cannot|hasn'?t|haven'?t)\b/gi;
const SAME_STATEMENT = 0.75;
const LEAST_OF_LONGER = 0.4;

export function readClause(text: string): Clause {
  const denials = text.match(NEGATION)?.length ?? 0;
  const words = [...contentWords(text.replace(NEGATION, " "))].map(stem);
  return { words: new Set(words), negated: denials % 2 === 1 };
}

/** Whether two clauses have the same topic, apart from negation. */
export function isSameMatter(left: Clause, right: Clause): boolean {
  const [fewer, more] = [left.words.size, right.words.size].toSorted((a, b) => a - b);
  if (fewer === undefined || more === undefined || fewer === 0) return false;
  const overlap = wordOverlap(left.words, right.words);
  return overlap >= SAME_STATEMENT && (overlap * fewer) / more >= LEAST_OF_LONGER;
}

/** "rains" and "raining" become "rain": enough to compare clauses of one argument. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ing|ed|es|s)$/, "") : word.replace(/s$/, "");
}

const LONGEST_SENTENCE = 2_000;
const MOST_SENTENCES = 20_000;

/** The sentences of a text, without the white space around them. Very long ones are cut, and so are very many: rules look at wording, not at data. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？;])\s+|\n+/u)
    .map((sentence) => sentence.trim().slice(0, LONGEST_SENTENCE))
    .filter((sentence) => sentence !== "")
    .slice(0, MOST_SENTENCES);
}

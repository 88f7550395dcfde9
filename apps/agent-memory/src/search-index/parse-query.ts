import { inverseFrequency } from "./bm25.ts";
import { type Language, LANGUAGES, loadStemmers } from "./languages.ts";
import { languageTerm, type QueryWord, queryWords } from "./searchable-text.ts";
import type { TermIndex } from "./term-index.ts";

/** A query as the index at hand understands it. */
export type ParsedQuery = {
  terms: string[];
  /** How many words were looked for. */
  words: number;
  /** More of its words are known in another language, or another script, than in English. */
  isForeign: boolean;
  /** The weight of a word that only one document has. */
  unique: number;
  /** The score of a document that has the four most telling words once or more. */
  most: number;
};

/** So many of the most telling words make a match complete; the rest of a long query adds to it. */
const TELLING_WORDS = 4;
/** Words that no document has are compared with similar ones if at most so many other words of the query are known. */
const FEW_KNOWN = 1;
const SHORTEST_MISTYPED = 4;
const SHORTEST_BEGINNING = 5;
const MOST_SIMILAR = 3;
/** Above this size only terms with the same two first letters are compared. */
const SMALL_INDEX = 2_000;
const MOST_MISTYPED = 8;
const LATIN = /^[^\p{L}]*[\p{sc=Latin}\p{N}]/u;
const PLAIN = /^\p{L}+$/u;

/** Languages that the index has documents in. Stemmers of other languages are not loaded. */
export async function languagesIn(index: TermIndex): Promise<Language[]> {
  await index.readFrequencies?.(LANGUAGES.map(languageTerm));
  const found: Language[] = [];
  for (const language of LANGUAGES)
    if ((await index.frequency(languageTerm(language))) > 0) found.push(language);
  await loadStemmers(found);
  return found;
}

export async function parseQuery(
  index: TermIndex,
  query: string,
  languages: readonly Language[],
): Promise<ParsedQuery> {
  const words = queryWords(query, languages);
  await index.readFrequencies?.(words.flat());
  const weighed: { forms: string[]; weight: number }[] = [];
  const unknown: QueryWord[] = [];
  let foreign = 0;
  for (const word of words) {
    const known: string[] = [];
    let frequency = 0;
    for (const form of word) {
      const found = await index.frequency(form);
      if (found === 0) continue;
      known.push(form);
      frequency += found;
    }
    if (known.length === 0) unknown.push(word);
    else foreign += known[0] === word[0] && LATIN.test(known[0]!) ? -1 : 1;
    weighed.push({ forms: known, weight: inverseFrequency(index.totals.documents, frequency) });
  }
  const isSparse = words.length - unknown.length <= FEW_KNOWN;
  const similar = isSparse ? await similarTerms(index, unknown.slice(0, MOST_MISTYPED)) : [];
  const weights = weighed.map(({ weight }) => weight).toSorted((left, right) => right - left);
  return {
    terms: [...new Set([...weighed.flatMap(({ forms }) => forms), ...similar])],
    words: words.length,
    isForeign: foreign > 0,
    unique: inverseFrequency(index.totals.documents, 1),
    most: weights.slice(0, TELLING_WORDS).reduce((sum, weight) => sum + weight, 0),
  };
}

/** For each unknown word the nearest terms of the index: a letter or two apart, or one the beginning of the other. */
async function similarTerms(index: TermIndex, words: readonly QueryWord[]): Promise<string[]> {
  const found: string[] = [];
  for (const [word = ""] of words) {
    if (word.length < SHORTEST_MISTYPED || !PLAIN.test(word)) continue;
    const most = mostEdits(word);
    const start = index.size > SMALL_INDEX ? word.slice(0, 2) : "";
    const range = { start, shortest: word.length - most, longest: word.length + 3 * most };
    const near = (await index.similar(range)).flatMap((term) => {
      const [plain = ""] = term.split("\uE002", 1);
      if (!PLAIN.test(plain)) return [];
      const edits = editsBetween(word, plain, most);
      if (edits <= most) return [{ term, edits }];
      const isBeginning =
        Math.min(word.length, plain.length) >= SHORTEST_BEGINNING &&
        (plain.startsWith(word) || word.startsWith(plain));
      return isBeginning ? [{ term, edits: most + 1 }] : [];
    });
    const least = Math.min(...near.map(({ edits }) => edits));
    const nearest = near.filter(({ edits }) => edits === least).map(({ term }) => term);
    found.push(...nearest.toSorted().slice(0, MOST_SIMILAR));
  }
  return found;
}

function mostEdits(word: string): number {
  return word.length >= 6 ? 2 : 1;
}

/** How many letters are to be changed, left out, added or swapped; more than `most` is not counted further. */
export function editsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let edits = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwap) edits = Math.min(edits, before[column - 2]! + 1);
      next.push(edits);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return last[right.length]!;
}

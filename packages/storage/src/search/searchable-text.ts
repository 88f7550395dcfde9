import { stemWord } from "./stem-word.ts";

// Scripts written without spaces between words.
const UNSPACED =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu;
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const ACCENTED = /(\p{sc=Latin})[\u0300-\u036f]+/gu;

/** What an engine can take as one term, and as the terms of one document. */
const LONGEST_TERM = 250;
const LONGEST_VOCABULARY = 300_000;
/** No script grows as much when it is decomposed, but some signs stand for whole sentences. */
const LARGEST_GROWTH = 4;

/**
 * The terms of a document in their order, the same on every engine. A run of an unspaced script becomes its characters
 * and its pairs of neighbours, so that any part of it can be found without a dictionary. What goes beyond the size that
 * an engine can take is left out.
 */
export function indexTerms(text: string): string[] {
  const words = wordsOf(text, (characters) => [...characters, ...pairs(characters)]);
  const terms = words.map(termOf);
  return text.length <= LONGEST_VOCABULARY ? terms : withinLimit(terms);
}

/** The words to look for: of an unspaced run its pairs, which say more than single characters. */
export function searchableWords(text: string): string[] {
  return wordsOf(text, (characters) => (characters.length === 1 ? characters : pairs(characters)));
}

/** What stands in the index for a word: its stem, if it is English. */
export function termOf(word: string): string {
  return stemWord(word.length > LONGEST_TERM ? word.slice(0, LONGEST_TERM) : word);
}

function wordsOf(text: string, split: (characters: string[]) => string[]): string[] {
  const spaced = fold(text).replace(UNSPACED, (run) => ` ${split([...run]).join(" ")} `);
  return spaced.match(WORD) ?? [];
}

/** Without what differs between ways to write the same: width, case, accents on Latin letters. */
function fold(text: string): string {
  const decomposed = text.normalize("NFKD").slice(0, text.length * LARGEST_GROWTH);
  return decomposed.toLowerCase().replace(ACCENTED, "$1").normalize("NFKC");
}

function pairs(characters: string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function withinLimit(terms: string[]): string[] {
  const vocabulary = new Set<string>();
  let length = 0;
  const end = terms.findIndex((term) => {
    if (!vocabulary.has(term)) length += term.length;
    vocabulary.add(term);
    return length > LONGEST_VOCABULARY;
  });
  return end === -1 ? terms : terms.slice(0, end);
}

import { stemmer } from "stemmer";

// Scripts written without spaces between words.
const UNSPACED =
  /(?:(?=[\p{L}\p{M}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu;
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const ACCENTED = /(\p{sc=Latin})[\u0300-\u036f]+/gu;

/** The limits of the engines for one term, and for the terms of one document. */
const LONGEST_TERM = 250;
const LONGEST_VOCABULARY = 300_000;
/** No script grows as much when it is decomposed, but some signs stand for whole sentences. */
const LARGEST_GROWTH = 4;

const STEMS_KEPT = 20_000;
const ENGLISH = /^[a-z]{3,64}$/;
const stems = new Map<string, string>();

const LONGEST_QUERY = 16_384;
const MOST_TERMS = 24;

const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because been before being below
  between both but by can could did do does doing down during each few for from further had has have having
  he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on
  once only or other our ours out over own same she should so some such than that the their theirs them then
  there these they this those through to too under until up us very was we were what when where which while
  who whom why will with would you your yours`.split(/\s+/),
);

/**
 * The terms of a document in their order, the same on every engine. A run of an unspaced script becomes its characters
 * and its pairs of neighbours, so that any part of it can be found without a dictionary. Terms beyond the size that an
 * engine can take are left out.
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

/** The form in which the index has a word: its stem, if it is English. */
function termOf(word: string): string {
  return stemWord(word.length > LONGEST_TERM ? word.slice(0, LONGEST_TERM) : word);
}

/** The terms of the distinct words of a query that are worth looking for. A query of nothing but stop words keeps them. */
export function queryTerms(query: string): string[] {
  const words = [...new Set(searchableWords(query.slice(0, LONGEST_QUERY)))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST_TERMS).map(termOf);
}

/** The stem of an English word by Porter's rules; other words as they are. */
function stemWord(word: string): string {
  if (!ENGLISH.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
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

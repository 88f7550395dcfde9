import { stemmer } from "stemmer";
import { isCommonIn, type Language, languageOf, loadStemmers, stemIn } from "./languages.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Raised whenever a text gives other terms than before, so that stored ones are indexed again. */
export const TERMS_VERSION = 2;

/** The limits of the engines for one term, and for the terms of one document. */
const LONGEST_TERM = 250;
const LONGEST_VOCABULARY = 300_000;
const LONGEST_QUERY = 16_384;
/** How often a word of the title counts compared with one of the body. */
const TITLE_WEIGHT = 3;

const STEMS_KEPT = 20_000;
const ENGLISH = /^[a-z]{3,64}$/;
const ACCENTED = /(\p{sc=Latin})[\u0300-\u036f]+/gu;
const stems = new Map<string, string>();

/** Mark terms other than plain words: an acronym, the stem of a language, and the language of a document. */
const ACRONYM_MARK = "\uE001";
const STEM_MARK = "\uE002";
const LANGUAGE_MARK = "\uE003";

const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because been before being below
  between both but by can could did do does doing down during each few for from further had has have having
  he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on
  once only or other our ours out over own same she should so some such than that the their theirs them then
  there these they this those through to too under until up us very was we were what when where which while
  who whom why will with would you your yours`.split(/\s+/),
);

/** The fields of a document that words are found in. */
export type SearchedText = { title?: string | undefined; text: string };

/** Loads what it takes to stem a text; before `indexTerms`. */
export async function prepareTerms({ title = "", text }: SearchedText): Promise<void> {
  await loadStemmers([languageOf(`${title}\n${text}`)]);
}

/**
 * The terms of a document in their order, the same on every engine; those of the title count several times. A run of an
 * unspaced script becomes its characters and its pairs of neighbours, so that any part of it can be found without a
 * dictionary. Terms beyond the size that an engine can take are left out.
 */
export function indexTerms({ title = "", text }: SearchedText): string[] {
  const language = languageOf(`${title}\n${text}`);
  const ofTitle = fieldTerms(title, language);
  const repeated = Array.from({ length: TITLE_WEIGHT }, () => ofTitle).flat();
  const marks = language === undefined ? [] : [languageTerm(language)];
  const terms = [...repeated, ...fieldTerms(text, language), ...marks];
  return title.length * TITLE_WEIGHT + text.length <= LONGEST_VOCABULARY
    ? terms
    : withinLimit(terms);
}

function fieldTerms(text: string, language: Language | undefined): string[] {
  const tokens = tokensOf(text, (characters) => [...characters, ...pairs(characters)]);
  return tokens.flatMap((token) => {
    const term = termOf(token, language);
    return token.kind === "acronym" && isStopWord(token)
      ? [term, `${token.text}${ACRONYM_MARK}`]
      : [term];
  });
}

/** A document in this language has this term. */
export function languageTerm(language: Language): string {
  return `${LANGUAGE_MARK}${language}`;
}

/** The forms in which a document may have a word of a query: one for each language that the index has. */
export type QueryWord = string[];

/**
 * The distinct words of a query that are worth looking for. A query of nothing but stop words keeps them.
 */
export function queryWords(query: string, languages: readonly Language[] = []): QueryWord[] {
  const tokens = tokensOf(query.slice(0, LONGEST_QUERY), (characters) =>
    characters.length === 1 ? characters : pairs(characters),
  );
  const own = languageOf(query);
  const telling = tokens.filter(
    (token) => !isIdle(token) && (own === undefined || !isCommonIn(token.text, own)),
  );
  const words = (telling.length > 0 ? telling : tokens).map((token) => {
    if (token.kind === "acronym" && isStopWord(token)) return [`${token.text}${ACRONYM_MARK}`];
    const forms = [undefined, ...languages].map((language) => termOf(token, language));
    return [...new Set(forms)];
  });
  return [...new Map(words.map((word) => [word.join(" "), word])).values()];
}

/** A stop word tells nothing, except in capitals: "US" and "IT" are names. */
function isIdle(token: Token): boolean {
  return isStopWord(token) && token.kind !== "acronym";
}

function isStopWord({ text, kind }: Token): boolean {
  return kind !== "whole" && STOP_WORDS.has(withoutAccents(text));
}

/** The form in which the index has a word: its stem. */
function termOf({ text, kind }: Token, language: Language | undefined): string {
  const word = text.length > LONGEST_TERM ? text.slice(0, LONGEST_TERM) : text;
  if (kind === "whole") return withoutAccents(word);
  if (language === undefined || !/^\p{L}{3,64}$/u.test(word)) return stemWord(withoutAccents(word));
  return `${withoutAccents(stemIn(language, word))}${STEM_MARK}${language}`;
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

/** Without what differs between ways to write the same word in Latin letters. */
function withoutAccents(word: string): string {
  if (/^[\x21-\x7e]*$/.test(word)) return word;
  return word.normalize("NFKD").replace(ACCENTED, "$1").normalize("NFKC");
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

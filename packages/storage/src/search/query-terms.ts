import { searchableWords, termOf } from "./searchable-text.ts";

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

/** The terms of the distinct words of a query that are worth looking for. A query of nothing but stop words keeps them. */
export function queryTerms(query: string): string[] {
  const words = [...new Set(searchableWords(query.slice(0, LONGEST_QUERY)))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST_TERMS).map(termOf);
}

import type { SearchHit, TextMatch } from "@faculties/storage";
import { fuseScores } from "../domain/fuse-scores.ts";
import type { Without } from "../domain/search-notice.ts";
import type { QueryVector } from "../embedding/embedding.ts";
import { hasOthers } from "../store/standings.ts";
import { bothOrOne, type Way } from "./both-or-one.ts";
import type { Memory } from "./memory.ts";

const IN_FORCE = ["active"];
const NOT_IN_FORCE = ["superseded", "deprecated", "draft"];
const NO_WORDS = { lists: [], words: 0, unique: 0 };

export type CandidateSearch = {
  query: string;
  meaning: QueryVector;
  without: Without;
  pool: number;
  /** How long both the search by words and that by meaning are waited for. */
  patienceMs: number;
};

export type Candidates = {
  scores: Map<string, number>;
  inForce: Set<string>;
  isAll: boolean;
  /** What the search had to do without in the end. */
  without: Without;
};

/** The hits of each group. */
type Hits = { lists: SearchHit[][] };
type WordHits = Hits & Omit<TextMatch, "hits">;

/**
 * What is in force and what is not are looked for apart, so that a crowd of old versions never keeps a
 * decision in force out of the pool; their scores are of one scale.
 */
export async function findCandidates(memory: Memory, search: CandidateSearch): Promise<Candidates> {
  const { without, pool, patienceMs } = search;
  const groups = (await memory.storage.query(hasOthers)) ? [IN_FORCE, NOT_IN_FORCE] : [IN_FORCE];
  const over = new AbortController();
  const [byWords, byMeaning] = await bothOrOne(
    without.words === undefined ? findByWords(memory, search, groups, over.signal) : undefined,
    without.meaning === undefined ? findByMeaning(memory, search, groups, over.signal) : undefined,
    { patienceMs, isAnswer: ({ lists }) => lists.some((hits) => hits.length > 0) },
  ).finally(() => over.abort());
  const words = "found" in byWords ? byWords.found : NO_WORDS;
  const meanings = "found" in byMeaning ? byMeaning.found : undefined;
  const inForce = [words.lists[0], meanings?.lists[0]].flatMap((hits) => hits ?? []);
  const lists = [...words.lists, ...(meanings?.lists ?? [])];
  return {
    scores: fuseScores({ ...words, hits: words.lists.flat() }, meanings?.lists.flat()),
    inForce: new Set(inForce.map(({ id }) => id)),
    isAll: lists.every((hits) => hits.length < pool),
    without: {
      words: without.words ?? missed(memory, "words", byWords),
      meaning: without.meaning ?? missed(memory, "meaning", byMeaning),
    },
  };
}

async function findByWords(
  { index }: Memory,
  { query, pool }: CandidateSearch,
  groups: readonly string[][],
  over: AbortSignal,
): Promise<WordHits> {
  const found: WordHits = { ...NO_WORDS, lists: [] };
  for (const facets of groups) {
    over.throwIfAborted();
    const { hits, words, unique } = await index.matchText(query, { limit: pool, facets });
    found.lists.push(hits);
    Object.assign(found, { words, unique });
  }
  return found;
}

async function findByMeaning(
  { index, embedding }: Memory,
  { meaning, pool }: CandidateSearch,
  groups: readonly string[][],
  over: AbortSignal,
): Promise<Hits> {
  const lists: SearchHit[][] = [];
  if ("reason" in meaning) return { lists };
  for (const facets of groups) {
    over.throwIfAborted();
    const options = { limit: pool, facets, signal: over };
    const near = await index.nearest(meaning.model, meaning.vector, options);
    lists.push(near.filter(({ score }) => score >= embedding.floor));
  }
  return { lists };
}

/** Why a search by words or by meaning was done without; undefined when it was not. */
function missed({ log }: Memory, what: keyof Without, way: Way<Hits>): string | undefined {
  if ("found" in way || way.missing === "unwanted") return undefined;
  const reason = `the search by ${what} ${way.missing === "late" ? "took too long" : "failed"}`;
  log.warn(`${reason}; answering without it`, "error" in way ? { error: way.error } : {});
  return reason;
}

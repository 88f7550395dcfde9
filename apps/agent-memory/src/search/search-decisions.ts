import type {
  SearchDecisionsInput,
  SearchDecisionsOutput,
} from "@faculties/schemas/agent-memory/search-decisions";
import type { Transaction } from "@faculties/storage";
import type { SearchHit, TextMatch } from "../search-index/hits.ts";
import type { Context } from "../context.ts";
import { preview } from "../domain/decision.ts";
import {
  type Candidate,
  followSuccessors,
  fuseScores,
  pruneCandidates,
  rankCandidates,
  type Ranked,
} from "../domain/ranking.ts";
import type { EmbeddingProgress, QueryVector } from "../embedding/embedding.ts";
import {
  decisionRankingRows,
  draftRankingRows,
  hasInactive,
  linksToSuccessors,
  shownTexts,
} from "../store/search-rows.ts";
import { type PartialResult, settleWithin } from "./settle-within.ts";

/** How many hits a search asks of each list at first, and how that number grows when they are not enough. */
const FIRST_HITS = 64;
const HITS_GROWTH = 8;
const MOST_HITS = 4_096;

const IN_FORCE = ["active"];
const NOT_IN_FORCE = ["superseded", "deprecated", "draft"];
const NO_WORDS = { lists: [], words: 0, unique: 0 };

type SearchLimits = {
  signal: AbortSignal;
  /** How long to wait for words and meaning; then one of them is enough. */
  patienceMs: number;
};

/** Why the search by words, or the search by meaning, was skipped; never both. */
type Skipped = { words?: string | undefined; meaning?: string | undefined };

type CandidateSearch = {
  query: string;
  meaning: QueryVector;
  skipped: Skipped;
  mostHits: number;
  patienceMs: number;
};

type Candidates = {
  scores: Map<string, number>;
  inForce: Set<string>;
  /** A larger number of hits would find no more. */
  isAll: boolean;
  skipped: Skipped;
};

/** One list of hits for each group of statuses. */
type Hits = { lists: SearchHit[][] };
type WordHits = Hits & Omit<TextMatch, "hits">;
type SearchResult = SearchDecisionsOutput["results"][number];

/** Finds decisions by words and meaning and puts those in force on top. */
export async function searchDecisions(
  context: Context,
  { query, limit, mode }: SearchDecisionsInput,
  { signal, patienceMs }: SearchLimits,
): Promise<SearchDecisionsOutput> {
  const { embedding, storage } = context;
  const meaning = await embedding.embedQuery(query, signal);
  let skipped: Skipped = "reason" in meaning ? { meaning: meaning.reason } : {};
  let results: SearchResult[] = [];
  // Many versions of few targets can fill the lists; then longer lists have the rest.
  for (let mostHits = FIRST_HITS; ; mostHits *= HITS_GROWTH) {
    const search = { query, meaning, skipped, mostHits, patienceMs };
    const { scores, inForce, isAll, ...found } = await findCandidates(context, search);
    skipped = found.skipped;
    const promising = pruneCandidates(scores, inForce, limit);
    results = await storage.read(async (tx) => {
      const ranked = rankCandidates(await loadCandidates(tx, promising), mode);
      return showResults(tx, ranked.slice(0, limit));
    });
    if (isAll || results.length >= limit || mostHits >= MOST_HITS) break;
  }
  const progress = embedding.progress();
  const isByWords = skipped.meaning !== undefined || progress?.done === 0;
  return {
    status: "success",
    message: searchNotice(skipped, progress),
    results,
    ...(skipped.words === undefined && { search: isByWords ? "bm25" : "hybrid" }),
  };
}

/**
 * Searches for decisions in force and for all others in separate lists, so that many old versions never displace a
 * decision in force. The scores of both lists are comparable.
 */
async function findCandidates(context: Context, search: CandidateSearch): Promise<Candidates> {
  const { skipped, mostHits, patienceMs } = search;
  const groups = (await context.storage.query(hasInactive)) ? [IN_FORCE, NOT_IN_FORCE] : [IN_FORCE];
  const stop = new AbortController();
  const [byWords, byMeaning] = await settleWithin(
    skipped.words === undefined ? findByWords(context, search, groups, stop.signal) : undefined,
    skipped.meaning === undefined ? findByMeaning(context, search, groups, stop.signal) : undefined,
    { patienceMs, isAnswer: ({ lists }) => lists.some((hits) => hits.length > 0) },
  ).finally(() => stop.abort());
  const words = "found" in byWords ? byWords.found : NO_WORDS;
  const meanings = "found" in byMeaning ? byMeaning.found : undefined;
  const inForce = [words.lists[0], meanings?.lists[0]].flatMap((hits) => hits ?? []);
  const lists = [...words.lists, ...(meanings?.lists ?? [])];
  return {
    scores: fuseScores({ ...words, hits: words.lists.flat() }, meanings?.lists.flat()),
    inForce: new Set(inForce.map(({ id }) => id)),
    isAll: lists.every((hits) => hits.length < mostHits),
    skipped: {
      words: skipped.words ?? whySkipped(context, "words", byWords),
      meaning: skipped.meaning ?? whySkipped(context, "meaning", byMeaning),
    },
  };
}

async function findByWords(
  { index }: Context,
  { query, mostHits }: CandidateSearch,
  groups: readonly string[][],
  signal: AbortSignal,
): Promise<WordHits> {
  const found: WordHits = { ...NO_WORDS, lists: [] };
  for (const facets of groups) {
    signal.throwIfAborted();
    const { hits, words, unique } = await index.matchText(query, { limit: mostHits, facets });
    found.lists.push(hits);
    Object.assign(found, { words, unique });
  }
  return found;
}

async function findByMeaning(
  { index, embedding }: Context,
  { meaning, mostHits }: CandidateSearch,
  groups: readonly string[][],
  signal: AbortSignal,
): Promise<Hits> {
  const lists: SearchHit[][] = [];
  if ("reason" in meaning) return { lists };
  for (const facets of groups) {
    signal.throwIfAborted();
    const options = { limit: mostHits, facets, signal };
    const near = await index.nearest(meaning.model, meaning.vector, options);
    lists.push(near.filter(({ score }) => score >= embedding.floor));
  }
  return { lists };
}

/** Undefined when the search was not wanted in the first place, or has succeeded. */
function whySkipped(
  { log }: Context,
  what: keyof Skipped,
  result: PartialResult<Hits>,
): string | undefined {
  if ("found" in result || result.skipped === "unwanted") return undefined;
  const reason = `the search by ${what} ${result.skipped === "late" ? "took too long" : "failed"}`;
  log.warn(`${reason}; answering without it`, "error" in result ? { error: result.error } : {});
  return reason;
}

/** The records that matched and, for each superseded one, the decision that replaced it in the end. */
async function loadCandidates(
  tx: Transaction,
  scores: ReadonlyMap<string, number>,
): Promise<Candidate[]> {
  const ids = [...scores.keys()];
  const matched = await decisionRankingRows(tx, ids);
  const superseded = matched.filter(({ status }) => status === "superseded").map(({ id }) => id);
  const successors = followSuccessors(superseded, await linksToSuccessors(tx, superseded));
  const replacedBy = new Map<string, string[]>();
  for (const [old, ends] of successors)
    for (const end of ends)
      if (end !== old) replacedBy.set(end, [...(replacedBy.get(end) ?? []), old]);
  const unmatched = [...replacedBy.keys()].filter((id) => !scores.has(id));
  const brought = await decisionRankingRows(tx, unmatched);
  const drafts = await draftRankingRows(
    tx,
    ids.filter((id) => id.startsWith("prop_")),
  );
  return [...matched, ...brought, ...drafts].map((row) => {
    const replaces = (replacedBy.get(row.id) ?? []).toSorted();
    const bases = [row.id, ...replaces].map((id) => scores.get(id) ?? 0);
    return { ...row, base: Math.max(...bases), replaces };
  });
}

/** Ranked candidates with their texts, as the contract shows them. */
async function showResults(tx: Transaction, ranked: readonly Ranked[]): Promise<SearchResult[]> {
  const texts = await shownTexts(
    tx,
    ranked.map(({ candidate: { id } }) => id),
  );
  return ranked.flatMap(({ candidate: { id, status, replaces }, score }) => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return {
      id,
      score: Math.round(score * 1e6) / 1e6,
      status,
      preview: preview(text),
      kind: status === "draft" ? "proposal" : "decision",
      title: text.title,
      target: text.target,
      origin: text.origin,
      ...(replaces.length > 0 && { replaces }),
    };
  });
}

/** One sentence on how far a search could look, or null when there is nothing to say. */
function searchNotice(
  { words, meaning }: Skipped,
  progress: EmbeddingProgress | undefined,
): string | null {
  if (meaning !== undefined) return `Searched by words only: ${meaning}.`;
  if (words !== undefined) return `Searched by meaning only: ${words}.`;
  if (progress === undefined) return null;
  return `${progress.done} of ${progress.total} records are embedded so far; the others are found by words only.`;
}

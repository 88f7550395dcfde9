import type {
  SearchDecisionsInput,
  SearchDecisionsOutput,
} from "@faculties/schemas/agent-memory/search-decisions";
import type { Transaction } from "@faculties/storage";
import type { SearchHit } from "../search-index/hits.ts";
import type { ParsedQuery } from "../search-index/parse-query.ts";
import type { Context } from "../context.ts";
import { preview } from "../domain/decision.ts";
import {
  type Candidate,
  followSuccessors,
  pruneCandidates,
  rankCandidates,
  type Ranked,
} from "../domain/ranking.ts";
import { GLOBAL } from "../domain/project.ts";
import { type RelevanceScale, relevanceOf, WORDS_ALONE } from "../domain/relevance.ts";
import type { QueryVector } from "../embedding/embedding.ts";
import {
  decisionRankingRows,
  draftRankingRows,
  hasInactive,
  linksToSuccessors,
  shownTexts,
} from "../store/search-rows.ts";
import type { VisibleProjects } from "../projects/current-project.ts";
import { projectName } from "../projects/find-project.ts";
import { allProjects, facetOf } from "../store/facets.ts";
import { searchNotice, type Skipped } from "./search-notice.ts";
import { type PartialResult, settleWithin } from "./settle-within.ts";

/** How many hits a search asks of each list at first, and how that number grows when they are not enough. */
const FIRST_HITS = 64;
const HITS_GROWTH = 8;
const MOST_HITS = 4_096;

const NOT_IN_FORCE = ["superseded", "deprecated", "draft"];

type SearchLimits = {
  signal: AbortSignal;
  /** How long to wait for words and meaning; then one of them is enough. */
  patienceMs: number;
  /** Whose records are searched. */
  projects: VisibleProjects;
};

type CandidateSearch = {
  query: string;
  meaning: QueryVector;
  skipped: Skipped;
  mostHits: number;
  patienceMs: number;
  projects: VisibleProjects;
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
type SearchResult = SearchDecisionsOutput["results"][number];

/** Finds decisions by words and meaning and puts those in force on top. */
export async function searchDecisions(
  context: Context,
  { query, limit, mode }: SearchDecisionsInput,
  { signal, patienceMs, projects }: SearchLimits,
): Promise<SearchDecisionsOutput> {
  const { embedding, storage } = context;
  const meaning = await embedding.embedQuery(query, signal);
  let skipped: Skipped = "reason" in meaning ? { meaning: meaning.reason } : {};
  const own = await context.project.find();
  let results: SearchResult[] = [];
  // Many versions of few targets can fill the lists; then longer lists have the rest.
  for (let mostHits = FIRST_HITS; ; mostHits *= HITS_GROWTH) {
    const search = { query, meaning, skipped, mostHits, patienceMs, projects };
    const { scores, inForce, isAll, ...found } = await findCandidates(context, search);
    skipped = found.skipped;
    const promising = pruneCandidates(scores, inForce, limit);
    results = await storage.read(async (tx) => {
      const ranked = rankCandidates(await loadCandidates(tx, promising), mode);
      return showResults(tx, ranked.slice(0, limit), own);
    });
    if (isAll || results.length >= limit || mostHits >= MOST_HITS) break;
  }
  context.reindexing.start();
  const progress = embedding.progress();
  const isByWords = skipped.meaning !== undefined || progress?.done === 0;
  return {
    status: "success",
    message: searchNotice({
      count: results.length,
      skipped,
      embedded: progress,
      waiting: skipped.meaning === undefined ? embedding.waiting() : 0,
      indexed: context.reindexing.progress(),
    }),
    results,
    ...(skipped.words === undefined && { search: isByWords ? "bm25" : "hybrid" }),
  };
}

/**
 * Searches for decisions in force and for all others in separate lists, so that many old versions never displace a
 * decision in force. Everything that either search finds then gets both scores.
 */
async function findCandidates(context: Context, search: CandidateSearch): Promise<Candidates> {
  const { skipped, mostHits, patienceMs } = search;
  const groups = await facetGroups(context, search.projects);
  const stop = new AbortController();
  const [byWords, byMeaning] = await settleWithin(
    skipped.words === undefined ? findByWords(context, search, groups, stop.signal) : undefined,
    skipped.meaning === undefined ? findByMeaning(context, search, groups, stop.signal) : undefined,
    { patienceMs, isAnswer: ({ lists }) => lists.some((hits) => hits.length > 0) },
  ).finally(() => stop.abort());
  const words = "found" in byWords ? byWords.found : undefined;
  const isForeign = words?.parsed.isForeign === true && context.embedding.isEnglishOnly;
  const meanings = "found" in byMeaning && !isForeign ? byMeaning.found : undefined;
  const lists = [...(words?.lists ?? []), ...(meanings?.lists ?? [])];
  const inForce = [words?.lists[0], meanings?.lists[0]].flatMap((hits) => hits ?? []);
  const found = {
    words: skipped.words ?? whySkipped(context, "words", byWords),
    meaning: skipped.meaning ?? whySkipped(context, "meaning", byMeaning),
  };
  if (isForeign) found.meaning ??= "the embedding model knows English only";
  const { scores, isEmbedded } = await judge(context, search, { words, meanings });
  if (!isEmbedded) found.meaning ??= "no record is embedded yet";
  return {
    scores,
    inForce: new Set(inForce.map(({ id }) => id)),
    isAll: lists.every((hits) => hits.length < mostHits),
    skipped: found,
  };
}

/** The facets of records in force, and of all others if there are any. */
async function facetGroups({ storage }: Context, visible: VisibleProjects): Promise<string[][]> {
  const projects = visible ?? (await storage.query(allProjects));
  const facets = (statuses: readonly string[]) =>
    projects.flatMap((project) => statuses.map((status) => facetOf({ status, project })));
  const inForce = facets(["active"]);
  return (await storage.query(hasInactive)) ? [inForce, facets(NOT_IN_FORCE)] : [inForce];
}

/** The relevance of everything that either search has found; what is below the floor is left out. */
async function judge(
  { index, embedding }: Context,
  { meaning, patienceMs }: CandidateSearch,
  { words, meanings }: { words: WordHits | undefined; meanings: Hits | undefined },
): Promise<{ scores: Map<string, number>; isEmbedded: boolean }> {
  // The cosines of what was found by meaning are known.
  const near = new Map(meanings?.lists.flat().map(({ id, score }) => [id, score]));
  const matched = words?.lists.flat().map(({ id }) => id) ?? [];
  const ids = [...new Set([...matched, ...near.keys()])];
  const [byWords, byMeaning] = await settleWithin(
    words && index.wordShares(words.parsed, ids),
    meanings !== undefined && "vector" in meaning
      ? index
          .cosines(
            meaning.model,
            meaning.vector,
            matched.filter((id) => !near.has(id)),
          )
          .then((others) => new Map([...near, ...others]))
      : undefined,
    { patienceMs, isAnswer: ({ size }) => size > 0 },
  );
  const shares = "found" in byWords ? byWords.found : undefined;
  const cosines = "found" in byMeaning ? byMeaning.found : undefined;
  const isHybrid = cosines !== undefined && cosines.size > 0;
  const scale: RelevanceScale = isHybrid ? embedding.scale : WORDS_ALONE;
  const scores = ids.map((id): [string, number] => {
    const cosine = cosines?.get(id);
    if (shares === undefined) return [id, Math.max(0, cosine ?? 0)];
    return [id, relevanceOf({ words: shares.get(id) ?? 0, cosine }, scale)];
  });
  return {
    scores: new Map(scores.filter(([, score]) => score >= scale.floor)),
    isEmbedded: ids.length === 0 || cosines?.size !== 0,
  };
}

type WordHits = Hits & { parsed: ParsedQuery };

async function findByWords(
  { index }: Context,
  { query, mostHits }: CandidateSearch,
  groups: readonly string[][],
  signal: AbortSignal,
): Promise<WordHits> {
  const found: WordHits = { lists: [], parsed: await index.parse(query) };
  for (const facets of groups) {
    signal.throwIfAborted();
    found.lists.push(await index.matchText(found.parsed, { limit: mostHits, facets }));
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
    lists.push(near.filter(({ score }) => score >= embedding.noise));
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
async function showResults(
  tx: Transaction,
  ranked: readonly Ranked[],
  own: string,
): Promise<SearchResult[]> {
  const texts = await shownTexts(
    tx,
    ranked.flatMap(({ candidate: { id, replaces } }) => [id, ...replaces]),
  );
  return ranked.flatMap(({ candidate: { id, status, base, replaces }, score }) => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return {
      id,
      score: rounded(score),
      relevance: rounded(base),
      status,
      preview: preview(text),
      kind: status === "draft" ? "proposal" : "decision",
      title: text.title,
      target: text.target,
      origin: text.origin,
      ...(text.project !== own &&
        text.project !== GLOBAL && { project: projectName(text.project) }),
      ...(replaces.length > 0 && {
        replaces: replaces.map((old) => ({ id: old, title: texts.get(old)?.title ?? old })),
      }),
    };
  });
}

function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

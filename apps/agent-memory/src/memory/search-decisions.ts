import type { SearchDecisionsInput, SearchDecisionsOutput } from "@faculties/schemas/agent-memory";
import type { SearchHit, TextMatch } from "@faculties/storage";
import { fuseScores } from "../domain/fuse-scores.ts";
import { pruneCandidates } from "../domain/prune-candidates.ts";
import { rankCandidates } from "../domain/rank-candidates.ts";
import { searchNotice } from "../domain/search-notice.ts";
import type { QueryVector } from "../embedding/embedding.ts";
import { hasOthers } from "../store/standings.ts";
import { loadCandidates } from "./load-candidates.ts";
import type { Memory } from "./memory.ts";
import { showResults } from "./show-results.ts";

const IN_FORCE = ["active"];
const NOT_IN_FORCE = ["superseded", "deprecated", "draft"];
const FIRST_POOL = 64;
const POOL_GROWTH = 8;
const LARGEST_POOL = 4_096;

/** Finds decisions by words and meaning and puts those in force on top. */
export async function searchDecisions(
  memory: Memory,
  { query, limit, mode }: SearchDecisionsInput,
  signal: AbortSignal,
): Promise<SearchDecisionsOutput> {
  const meaning = await memory.embedding.embedQuery(query, signal);
  let results: SearchDecisionsOutput["results"] = [];
  // Many versions of few targets may fill a pool; then a larger one has the rest.
  for (let pool = FIRST_POOL; ; pool *= POOL_GROWTH) {
    const { scores, inForce, isAll } = await findCandidates(memory, query, meaning, pool);
    const telling = pruneCandidates(scores, inForce, limit);
    results = await memory.storage.read(async (db) => {
      const ranked = rankCandidates(await loadCandidates(db, telling), mode);
      return showResults(db, ranked.slice(0, limit));
    });
    if (isAll || results.length >= limit || pool >= LARGEST_POOL) break;
  }
  const reason = "reason" in meaning ? meaning.reason : undefined;
  const progress = memory.embedding.progress();
  return {
    status: "success",
    message: searchNotice(reason, progress),
    results,
    search: reason === undefined && progress?.done !== 0 ? "hybrid" : "bm25",
  };
}

/**
 * What is in force and what is not are looked for apart, so that a crowd of old versions never keeps a
 * decision in force out of the pool; their scores are of one scale.
 */
async function findCandidates(
  { storage, index, embedding }: Memory,
  query: string,
  meaning: QueryVector,
  pool: number,
): Promise<{ scores: Map<string, number>; inForce: Set<string>; isAll: boolean }> {
  const lists: SearchHit[][] = [];
  let words: TextMatch = { hits: [], words: 0, unique: 0 };
  const meanings: SearchHit[] = [];
  const inForce = new Set<string>();
  const groups = (await storage.query(hasOthers)) ? [IN_FORCE, NOT_IN_FORCE] : [IN_FORCE];
  for (const facets of groups) {
    const [match, near] = await Promise.all([
      index.matchText(query, { limit: pool, facets }),
      "reason" in meaning
        ? []
        : index.nearest(meaning.model, meaning.vector, { limit: pool, facets }),
    ]);
    const matching = match.hits;
    const alike = near.filter(({ score }) => score >= embedding.floor);
    lists.push(matching, alike);
    words = { ...match, hits: [...words.hits, ...matching] };
    meanings.push(...alike);
    if (facets === IN_FORCE) for (const { id } of [...matching, ...alike]) inForce.add(id);
  }
  const scores = fuseScores(words, "reason" in meaning ? undefined : meanings);
  return { scores, inForce, isAll: lists.every((list) => list.length < pool) };
}

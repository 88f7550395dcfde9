import type {
  SearchDecisionsInput,
  SearchDecisionsOutput,
} from "@faculties/schemas/agent-memory/search-decisions";
import { pruneCandidates } from "../domain/prune-candidates.ts";
import { rankCandidates } from "../domain/rank-candidates.ts";
import { searchNotice, type Without } from "../domain/search-notice.ts";
import { findCandidates } from "./find-candidates.ts";
import { loadCandidates } from "./load-candidates.ts";
import type { Memory } from "./memory.ts";
import { showResults } from "./show-results.ts";

const FIRST_POOL = 64;
const POOL_GROWTH = 8;
const LARGEST_POOL = 4_096;

type Waiting = {
  signal: AbortSignal;
  /** How long to wait for words and meaning; then one of them is enough. */
  patienceMs: number;
};

/** Finds decisions by words and meaning and puts those in force on top. */
export async function searchDecisions(
  memory: Memory,
  { query, limit, mode }: SearchDecisionsInput,
  { signal, patienceMs }: Waiting,
): Promise<SearchDecisionsOutput> {
  const meaning = await memory.embedding.embedQuery(query, signal);
  let without: Without = "reason" in meaning ? { meaning: meaning.reason } : {};
  let results: SearchDecisionsOutput["results"] = [];
  // Many versions of few targets may fill a pool; then a larger one has the rest.
  for (let pool = FIRST_POOL; ; pool *= POOL_GROWTH) {
    const search = { query, meaning, without, pool, patienceMs };
    const { scores, inForce, isAll, ...found } = await findCandidates(memory, search);
    without = found.without;
    const telling = pruneCandidates(scores, inForce, limit);
    results = await memory.storage.read(async (tx) => {
      const ranked = rankCandidates(await loadCandidates(tx, telling), mode);
      return showResults(tx, ranked.slice(0, limit));
    });
    if (isAll || results.length >= limit || pool >= LARGEST_POOL) break;
  }
  const progress = memory.embedding.progress();
  const isByWords = without.meaning !== undefined || progress?.done === 0;
  return {
    status: "success",
    message: searchNotice(without, progress),
    results,
    ...(without.words === undefined && { search: isByWords ? "bm25" : "hybrid" }),
  };
}

import { CodedError } from "@faculties/errors";
import type { CausalEvent } from "@faculties/schemas/orchestrator-resources/causal-event";
import type { CausalExplainOutput } from "@faculties/schemas/orchestrator-resources/causal-explain";
import type { Transaction } from "@faculties/storage";
import { causalEventsOf, getCausalEvent } from "./causal-events.ts";

const MOST_ANCESTORS = 2_000;

/** Walks back from an outcome, step by step, to everything that led to it. */
export async function explainOutcome(
  tx: Transaction,
  {
    outcomeId,
    causeId,
    maxDepth,
  }: { outcomeId: string; causeId: string | undefined; maxDepth: number },
): Promise<CausalExplainOutput> {
  const outcome = await getCausalEvent(tx, outcomeId);
  if (causeId !== undefined) await getCausalEvent(tx, causeId);
  const found = new Map<string, CausalEvent>();
  // The step towards the outcome by which each ancestor was reached first.
  const towards = new Map<string, string>();
  let frontier = [outcome];
  let depth = 0;
  for (; depth < maxDepth && found.size < MOST_ANCESTORS; depth += 1) {
    const next = new Set<string>();
    for (const { id, causes } of frontier)
      for (const cause of causes) {
        if (found.has(cause) || cause === outcomeId || next.has(cause)) continue;
        next.add(cause);
        towards.set(cause, id);
      }
    if (next.size === 0) break;
    frontier = await causalEventsOf(tx, [...next]);
    for (const event of frontier) found.set(event.id, event);
  }
  const truncated = frontier.some(({ causes }) => causes.some((cause) => !found.has(cause)));
  const path = causeId === undefined ? undefined : pathFrom(causeId, outcomeId, towards);
  const ancestors = await causalEventsOf(tx, [...found.keys()]);
  const within = new Set([...found.keys(), outcomeId]);
  const edges = [...ancestors, outcome].flatMap(({ id, causes }) =>
    causes.filter((cause) => within.has(cause)).map((cause) => ({ from: cause, to: id })),
  );
  return { outcome, ancestors, edges, depth, truncated, ...(path && { path }) };
}

function pathFrom(
  causeId: string,
  outcomeId: string,
  towards: ReadonlyMap<string, string>,
): string[] {
  const path = [causeId];
  for (let at = towards.get(causeId); at !== undefined; at = towards.get(at)) path.push(at);
  if (path.at(-1) === outcomeId) return path;
  throw new CodedError("E-CAUSAL-NO-PATH", `"${causeId}" did not lead to "${outcomeId}".`, {
    details: { causeId, outcomeId },
  });
}

import type { GraphCriticalPathOutput } from "@faculties/schemas/orchestrator-resources/graph-critical-path";
import { topologicalSort } from "graphology-dag";
import { findCycle, type GraphState, predecessorsOf, successorsOf } from "./graph-state.ts";
import { invalidGraph } from "./graph-structure.ts";
import { costOf } from "./shortest-paths.ts";
import { idOf, toGraphology } from "./to-graphology.ts";

type Result = Pick<GraphCriticalPathOutput, "duration" | "path" | "nodes">;
type Times = Map<string, number>;

/** The longest chain by duration, and how much each node may be late. */
export function criticalPath(
  state: GraphState,
  settings: { attribute: string; usual: number },
): Result {
  const cycle = findCycle(state);
  if (cycle)
    throw invalidGraph(`A cycle has no critical path: ${cycle.join(" → ")}.`, { nodes: cycle });
  const indexed = toGraphology(state);
  const order = topologicalSort(indexed.graph).map((key) => idOf(indexed, key));
  const { attribute, usual } = settings;
  const durations = new Map(
    [...state.nodes].map(([id, { attributes }]) => [
      id,
      costOf(attributes[attribute], usual, `"${attribute}" of the node "${id}"`),
    ]),
  );
  const durationOf = (id: string) => at(durations, id);
  const into = predecessorsOf(state);
  const out = successorsOf(state);
  const starts: Times = new Map();
  for (const id of order)
    starts.set(
      id,
      latest(into.get(id), (one) => at(starts, one) + durationOf(one)),
    );
  const finishOf = (id: string) => at(starts, id) + durationOf(id);
  const duration = latest(order, finishOf);
  const lateFinishes: Times = new Map();
  for (const id of order.toReversed())
    lateFinishes.set(
      id,
      (out.get(id) ?? []).reduce(
        (soonest, one) => Math.min(soonest, at(lateFinishes, one) - durationOf(one)),
        duration,
      ),
    );
  const nodes = order.map((id) => ({
    id,
    earliest_start: at(starts, id),
    earliest_finish: finishOf(id),
    latest_start: at(lateFinishes, id) - durationOf(id),
    latest_finish: at(lateFinishes, id),
    slack: at(lateFinishes, id) - finishOf(id),
  }));
  return { duration, path: walkBack(order, into, finishOf, starts), nodes };
}

function walkBack(
  order: readonly string[],
  into: ReadonlyMap<string, string[]>,
  finishOf: (id: string) => number,
  starts: Times,
): string[] {
  const duration = latest(order, finishOf);
  const path: string[] = [];
  let id = order.find((one) => finishOf(one) === duration);
  while (id !== undefined) {
    path.unshift(id);
    const start = at(starts, id);
    id = into.get(id)?.find((one) => finishOf(one) === start);
  }
  return path;
}

function latest(ids: readonly string[] = [], timeOf: (id: string) => number): number {
  return ids.reduce((most, id) => Math.max(most, timeOf(id)), 0);
}

function at(times: Times, id: string): number {
  return times.get(id) ?? 0;
}

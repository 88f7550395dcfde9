import { type GraphState, successorsOf } from "./graph-state.ts";

/** The nodes of one cycle in order; undefined when there is none. Without recursion, for deep graphs. */
export function findCycle(state: GraphState): string[] | undefined {
  const successors = successorsOf(state);
  const finished = new Set<string>();
  for (const start of state.nodes.keys()) {
    const cycle = finished.has(start) ? undefined : cycleFrom(start, successors, finished);
    if (cycle) return cycle;
  }
  return undefined;
}

function cycleFrom(
  start: string,
  successors: ReadonlyMap<string, string[]>,
  finished: Set<string>,
): string[] | undefined {
  const path: { id: string; next: number }[] = [{ id: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = successors.get(top.id)?.[top.next];
    top.next += 1;
    if (successor === undefined) {
      finished.add(top.id);
      onPath.delete(top.id);
      path.pop();
    } else if (onPath.has(successor)) {
      const ids = path.map(({ id }) => id);
      return ids.slice(ids.indexOf(successor));
    } else if (!finished.has(successor)) {
      path.push({ id: successor, next: 0 });
      onPath.add(successor);
    }
  }
  return undefined;
}

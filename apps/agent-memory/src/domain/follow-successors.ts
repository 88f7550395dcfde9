import type { Link } from "./decision.ts";

/** For every given id, the ends of the chains of decisions that replaced it; itself when nothing did. */
export function followSuccessors(
  ids: Iterable<string>,
  links: readonly Link[],
): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { newId, oldId, kind } of links)
    if (kind === "supersedes") next.set(oldId, [...(next.get(oldId) ?? []), newId]);
  return new Map(Array.from(ids, (id) => [id, endsOf(id, next)]));
}

function endsOf(start: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const ends: string[] = [];
  const seen = new Set([start]);
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const successors = next.get(id) ?? [];
    if (successors.length === 0) ends.push(id);
    for (const successor of successors) {
      if (seen.has(successor)) continue;
      seen.add(successor);
      waiting.push(successor);
    }
  }
  return ends.toSorted();
}

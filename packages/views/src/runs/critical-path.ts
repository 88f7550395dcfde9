type Ended = { node_id: string; started_at: number | null; ended_at: number | null };
type Edge = { from: string; to: string };

/** The nodes that decided when a run ended: from the last to end, back over the predecessor that each waited for longest. */
export function criticalPath(nodes: readonly Ended[], edges: readonly Edge[]): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.node_id, node]));
  const before = byTarget(edges);
  const endOf = (id: string) => byId.get(id)?.ended_at ?? Number.NEGATIVE_INFINITY;
  const path = new Set<string>();
  let current = nodes.reduce<string | undefined>(
    (latest, { node_id, started_at, ended_at }) =>
      started_at !== null && ended_at !== null && (latest === undefined || ended_at > endOf(latest))
        ? node_id
        : latest,
    undefined,
  );
  while (current !== undefined && !path.has(current)) {
    path.add(current);
    current = (before.get(current) ?? [])
      .map(({ from }) => from)
      .filter((id) => byId.get(id)?.started_at != null && endOf(id) > Number.NEGATIVE_INFINITY)
      .toSorted((left, right) => endOf(right) - endOf(left))[0];
  }
  return path;
}

function byTarget(edges: readonly Edge[]): Map<string, Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) groups.set(edge.to, [...(groups.get(edge.to) ?? []), edge]);
  return groups;
}

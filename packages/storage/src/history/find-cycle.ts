/** Edges of a graph: to whom each node leads. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** The nodes of a cycle, or undefined. Each node is visited once, without recursion: histories are long. */
export function findCycle(edges: Edges): string[] | undefined {
  const finished = new Set<string>();
  for (const start of edges.keys()) {
    if (finished.has(start)) continue;
    const path: string[] = [start];
    const onPath = new Set(path);
    const ways = [edges.get(start)?.values() ?? [].values()];
    while (path.length > 0) {
      const next = ways.at(-1)?.next();
      if (next === undefined || next.done === true) {
        const left = path.pop() ?? "";
        ways.pop();
        onPath.delete(left);
        finished.add(left);
        continue;
      }
      const node = next.value;
      if (onPath.has(node)) return [...path.slice(path.indexOf(node)), node];
      if (finished.has(node)) continue;
      path.push(node);
      onPath.add(node);
      ways.push(edges.get(node)?.values() ?? [].values());
    }
  }
  return undefined;
}

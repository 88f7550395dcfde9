export type Arrow = readonly [from: string, to: string];

/** Whether following the arrows can lead back to where one was: what is left when nodes without arrows in are taken away one by one. */
export function hasCycle(arrows: readonly Arrow[]): boolean {
  const incoming = new Map<string, number>();
  const following = new Map<string, string[]>();
  for (const [from, to] of arrows) {
    if (!incoming.has(from)) incoming.set(from, 0);
    incoming.set(to, (incoming.get(to) ?? 0) + 1);
    const known = following.get(from);
    if (known === undefined) following.set(from, [to]);
    else known.push(to);
  }
  const free = [...incoming].flatMap(([node, count]) => (count === 0 ? [node] : []));
  let removed = 0;
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    removed += 1;
    for (const next of following.get(node) ?? []) {
      const left = (incoming.get(next) ?? 0) - 1;
      incoming.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  return removed < incoming.size;
}

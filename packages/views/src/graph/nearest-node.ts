import type { Point } from "./layout-graph.ts";

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How much worse a node next to the way is than one on it. */
const ASIDE = 3;

/** The node that an arrow key leads to, if the key is one and there is one that way. */
export function nearestNode(
  places: ReadonlyMap<string, Point>,
  from: string,
  key: string,
): string | undefined {
  const step = STEPS[key];
  const start = places.get(from);
  if (step === undefined || start === undefined) return undefined;
  let best: { id: string; distance: number } | undefined;
  for (const [id, { x, y }] of places) {
    const ahead = (x - start.x) * step.x + (y - start.y) * step.y;
    const aside = Math.abs((x - start.x) * step.y) + Math.abs((y - start.y) * step.x);
    const distance = ahead + aside * ASIDE;
    if (id !== from && ahead > 1 && distance < (best?.distance ?? Infinity))
      best = { id, distance };
  }
  return best?.id;
}

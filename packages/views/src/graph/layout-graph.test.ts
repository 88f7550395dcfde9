import { expect, test } from "vitest";
import { layoutGraph } from "./layout-graph.ts";

const node = { width: 200, height: 50 };

test("links point to the right, and no two nodes overlap", () => {
  const ids = ["a", "b", "c", "d"];
  const links = [
    { from: "a", to: "b" },
    { from: "a", to: "c" },
    { from: "b", to: "d" },
    { from: "c", to: "d" },
  ];

  const { places, routes, width, height } = layoutGraph({ ids, links, node, direction: "right" });

  for (const { from, to } of links)
    expect(places.get(to)!.x).toBeGreaterThanOrEqual(places.get(from)!.x + node.width);
  expect(overlaps([...places.values()])).toEqual([]);
  expect(routes.every((route) => route !== undefined && route.length >= 2)).toBe(true);
  for (const { x, y } of places.values()) {
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeLessThanOrEqual(height);
  }
});

test("links point down when asked to", () => {
  const links = [{ from: "a", to: "b" }];
  const { places } = layoutGraph({ ids: ["a", "b"], links, node, direction: "down" });
  expect(places.get("b")!.y).toBeGreaterThan(places.get("a")!.y);
});

test("what cannot be drawn has no route and does no harm", () => {
  const links = [
    { from: "a", to: "a" },
    { from: "a", to: "gone" },
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  const { places, routes } = layoutGraph({
    ids: ["a", "b", "alone", "__proto__"],
    links,
    node,
    direction: "down",
  });
  expect(places.size).toBe(4);
  expect(routes.slice(0, 2)).toEqual([undefined, undefined]);
  expect(routes[2]).toBeDefined();
});

test("an empty graph has an empty layout", () => {
  const layout = layoutGraph({ ids: [], links: [], node, direction: "down" });
  expect(layout.places.size).toBe(0);
});

test("two thousand nodes get a place each", () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `n${index}`);
  const links = ids.slice(1).map((to, index) => ({ from: ids[Math.floor(index / 3)]!, to }));
  const { places } = layoutGraph({ ids, links, node, direction: "right" });
  expect(places.size).toBe(2_000);
  expect(overlaps([...places.values()]).length).toBe(0);
});

function overlaps(points: readonly { x: number; y: number }[]): number[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return sorted.flatMap((point, index) => {
    const next = sorted[index + 1];
    return next && next.x === point.x && next.y - point.y < node.height - 0.01 ? [index] : [];
  });
}

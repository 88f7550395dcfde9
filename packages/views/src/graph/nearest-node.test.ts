import { expect, test } from "vitest";
import { nearestNode } from "./nearest-node.ts";

const places = new Map([
  ["middle", { x: 0, y: 0 }],
  ["right", { x: 200, y: 0 }],
  ["right and low", { x: 150, y: 90 }],
  ["below", { x: 0, y: 90 }],
]);

test("an arrow key leads to the node on its way", () => {
  expect(nearestNode(places, "middle", "ArrowRight")).toBe("right");
  expect(nearestNode(places, "middle", "ArrowDown")).toBe("below");
  expect(nearestNode(places, "below", "ArrowUp")).toBe("middle");
});

test("where there is nothing, or no arrow, it leads nowhere", () => {
  expect(nearestNode(places, "middle", "ArrowLeft")).toBeUndefined();
  expect(nearestNode(places, "middle", "Enter")).toBeUndefined();
  expect(nearestNode(places, "gone", "ArrowDown")).toBeUndefined();
});

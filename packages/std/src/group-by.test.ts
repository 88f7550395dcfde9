import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("groupBy keeps the order of keys and of items", () => {
  expect([...groupBy([3, 1, 2, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 5]],
    [0, [2]],
  ]);
});

import { expect, test } from "vitest";
import { decayed } from "./decay.ts";

test("a mark halves with each half-life", () => {
  expect(decayed(8, 2_000, 1_000)).toBe(2);
  expect(decayed(8, -5, 1_000)).toBe(8);
});

import { expect, test } from "vitest";
import { isNestedAtMost } from "./json-depth.ts";

test("counts the levels of objects and arrays", () => {
  expect(isNestedAtMost("scalar", 0)).toBe(true);
  expect(isNestedAtMost({ a: 1 }, 0)).toBe(false);
  expect(isNestedAtMost({ a: [1, { b: null }] }, 3)).toBe(true);
  expect(isNestedAtMost({ a: [1, { b: null }] }, 2)).toBe(false);
});

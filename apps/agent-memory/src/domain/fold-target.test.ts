import { expect, test } from "vitest";
import { foldTarget } from "./fold-target.ts";

test.each([
  ["  Orders ", "orders"],
  ["STRASSE", "straße"],
  ["Cafe\u0301", "CAFÉ"],
])("%s is %s", (left, right) => {
  expect(foldTarget(left)).toBe(foldTarget(right));
});

test("keeps different targets apart", () => {
  expect(foldTarget("orders db")).not.toBe(foldTarget("orders-db"));
});

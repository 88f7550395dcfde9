import { expect, it } from "vitest";
import { foldTarget } from "./fold-target.ts";

it.each([
  ["  Orders ", "orders"],
  ["STRASSE", "straße"],
  ["Cafe\u0301", "CAFÉ"],
])("%s is %s", (left, right) => {
  expect(foldTarget(left)).toBe(foldTarget(right));
});

it("keeps different targets apart", () => {
  expect(foldTarget("orders db")).not.toBe(foldTarget("orders-db"));
});

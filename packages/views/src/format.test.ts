import { expect, test } from "vitest";
import { dollars, duration, percent, shortened } from "./format.ts";

test.each([
  [0, "0 %"],
  [0.0012, "0.12 %"],
  [0.055, "5.5 %"],
  [0.5, "50 %"],
  [0.954, "95.4 %"],
  [1, "100 %"],
])("%d is %s", (share, text) => expect(percent(share)).toBe(text));

test("times have the unit that fits", () => {
  expect([0.4, 940, 1_240, 125_000].map(duration)).toEqual([
    "0 ms",
    "940 ms",
    "1.2 s",
    "2 min 5 s",
  ]);
});

test("small sums keep their digits", () => {
  expect([0.00021, 3.456].map(dollars)).toEqual(["$0.0002", "$3.46"]);
});

test("a long text is cut between characters, not inside them", () => {
  expect(shortened("a  b\nc", 10)).toBe("a b c");
  expect(shortened("👩‍💻👍👍👍", 3)).not.toContain("\uFFFD");
  expect(shortened("abcdef", 4)).toBe("abc…");
});

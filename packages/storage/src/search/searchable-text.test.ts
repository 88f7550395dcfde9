import fc from "fast-check";
import { expect, it } from "vitest";
import { queryTerms } from "./query-terms.ts";
import { searchableText, searchableWords } from "./searchable-text.ts";

it("splits scripts without spaces into characters and pairs for the index, pairs for the query", () => {
  expect(searchableText("Use 東京都 now").split(/\s+/)).toEqual([
    "Use",
    "東",
    "京",
    "都",
    "東京",
    "京都",
    "now",
  ]);
  expect(searchableWords("Use 東京都 now, 水!")).toEqual(["use", "東京", "京都", "now", "水"]);
  expect(searchableWords("カタ、ｶﾀ。データベース")).toContain("データ".slice(0, 2));
});

it("finds in the index text every word that a query of the same text looks for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const indexed = new Set(
        searchableText(text)
          .toLowerCase()
          .match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu),
      );
      expect(searchableWords(text).filter((word) => !indexed.has(word))).toEqual([]);
    }),
  );
});

it("drops stop words from a query, unless nothing else is there", () => {
  expect(queryTerms("What is the best way to cache the cache?")).toEqual(["best", "way", "cache"]);
  expect(queryTerms("to be or not to be")).toEqual(["to", "be", "or", "not"]);
  expect(queryTerms('"; -- \u0000 * 🚀')).toEqual([]);
});

it("looks at a bounded part of a long query", () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
  expect(queryTerms(words)).toHaveLength(24);
});

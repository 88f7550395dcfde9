import fc from "fast-check";
import { expect, test } from "vitest";
import { indexTerms, queryTerms, searchableWords } from "./searchable-text.ts";

test("splits scripts without spaces into characters and pairs for the index, pairs for the query", () => {
  expect(indexTerms("Use 東京都 now")).toEqual(["us", "東", "京", "都", "東京", "京都", "now"]);
  expect(searchableWords("Use 東京都 now, 水!")).toEqual(["use", "東京", "京都", "now", "水"]);
  expect(searchableWords("カタ、ｶﾀ。データベース")).toContain("データ".slice(0, 2));
});

test("finds in the index every term that a query of the same text looks for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const indexed = new Set(indexTerms(text));
      expect(queryTerms(text).filter((term) => !indexed.has(term))).toEqual([]);
    }),
  );
});

test("sees no difference in case, width and accents, nor in the endings of English words", () => {
  expect(indexTerms("Ｃaching ÉTATS généraux ﬁles İstanbul Ångström")).toEqual(
    indexTerms("cached etats generaux file istanbul angstrom"),
  );
  expect(indexTerms("мой йод")).not.toEqual(indexTerms("мои иод"));
});

test("makes no more terms of a text than an engine can take", () => {
  const words = Array.from({ length: 100_000 }, (_, place) => `w${place}`);
  const terms = indexTerms(`${"x".repeat(3_000)} ${words.join(" ")}`);
  expect(terms.slice(0, 2)).toEqual(["x".repeat(250), "w0"]);
  expect(new Set(terms).size).toBe(terms.length);
  expect(terms.join("").length).toBeLessThanOrEqual(300_000);
  expect(indexTerms("word ".repeat(100_000))).toHaveLength(100_000);
});

test("drops stop words from a query, unless nothing else is there", () => {
  expect(queryTerms("What is the best way to cache the cache?")).toEqual(["best", "wai", "cach"]);
  expect(queryTerms("to be or not to be")).toEqual(["to", "be", "or", "not"]);
  expect(queryTerms('"; -- \u0000 * 🚀')).toEqual([]);
});

test("looks at a bounded part of a long query", () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
  expect(queryTerms(words)).toHaveLength(24);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { relevanceOf, wordRelevance } from "./relevance.ts";

const share = fc.double({ min: 0, max: 50, noNaN: true });
const cosine = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined });
const scale = { wordWeight: 1.6, floor: 0 };

test("gives every record a relevance from 0 to 1, by what it has and not by what others have", () => {
  fc.assert(
    fc.property(share, cosine, (words, meaning) => {
      const relevance = relevanceOf({ words, cosine: meaning }, scale);
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }),
  );
});

test("grows with both scores", () => {
  fc.assert(
    fc.property(share, share, cosine, (one, other, meaning) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const of = (words: number) => relevanceOf({ words, cosine: meaning }, scale);
      expect(of(more)).toBeGreaterThanOrEqual(of(less));
    }),
  );
  expect(relevanceOf({ words: 0.5, cosine: 0.4 }, scale)).toBeGreaterThan(
    relevanceOf({ words: 0.5, cosine: 0.3 }, scale),
  );
});

test("tells long matches apart without an end, and makes little of one word of many", () => {
  expect(wordRelevance(1)).toBe(0.5);
  expect(wordRelevance(0.25)).toBeLessThan(0.02);
  expect(wordRelevance(9)).toBeGreaterThan(wordRelevance(8));
});

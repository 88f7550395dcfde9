import fc from "fast-check";
import { expect, test } from "vitest";
import { fuseScores } from "./fuse-scores.ts";

const hits = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    score: fc.double({ min: -5, max: 50, noNaN: true }),
  }),
  { selector: ({ id }) => id },
);

const judged = {
  words: fc.integer({ min: 1, max: 24 }),
  unique: fc.double({ min: 1e-6, max: 50, noNaN: true }),
};

test("gives every record a score from 0 to 1", () => {
  fc.assert(
    fc.property(
      fc.record({ hits, ...judged }),
      fc.option(hits, { nil: undefined }),
      (words, meanings) => {
        const fused = fuseScores(words, meanings);
        const ids = new Set([...words.hits, ...(meanings ?? [])].map(({ id }) => id));
        expect(new Set(fused.keys())).toEqual(ids);
        for (const score of fused.values()) expect(score >= 0 && score <= 1).toBe(true);
      },
    ),
  );
});

const wordHits = [
  { id: "a", score: 9 },
  { id: "b", score: 3 },
];
const meanings = [
  { id: "b", score: 0.75 },
  { id: "c", score: 0.5 },
  { id: "a", score: 0.25 },
];

const rounded = (fused: Map<string, number>) =>
  Object.fromEntries([...fused].map(([id, score]) => [id, Math.round(score * 1_000) / 1_000]));

test.each([
  ["most when the best hit has all of a few words", 2, 4.5, { a: 0.65, b: 0.35, c: 0.175 }],
  ["most when it has three rare ones of many", 9, 3, { a: 0.65, b: 0.35, c: 0.175 }],
  ["less when it has one rare one of many", 9, 9, { a: 0.382, b: 0.618, c: 0.309 }],
])("normalises each list by its own range and weighs words %s", (_, words, unique, expected) => {
  expect(rounded(fuseScores({ hits: wordHits, words, unique }, meanings))).toEqual(expected);
});

test("goes by words alone when there are no meanings, and by meanings when no word matches", () => {
  const found = { hits: [{ id: "a", score: 2 }], words: 4, unique: 4 };
  expect(rounded(fuseScores(found, undefined))).toEqual({ a: 1 });
  expect(rounded(fuseScores(found, []))).toEqual({ a: 1 });
  expect(rounded(fuseScores({ ...found, hits: [] }, [{ id: "a", score: 0.4 }]))).toEqual({ a: 1 });
});

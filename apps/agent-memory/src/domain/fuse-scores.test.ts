import fc from "fast-check";
import { expect, it } from "vitest";
import { fuseScores } from "./fuse-scores.ts";

const hits = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    score: fc.double({ min: -5, max: 50, noNaN: true }),
  }),
  { selector: ({ id }) => id },
);

const anyUnique = fc.double({ min: 0, max: 50, noNaN: true });

it("gives every record a score from 0 to 1", () => {
  fc.assert(
    fc.property(
      fc.record({ hits, unique: anyUnique }),
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

it.each([
  ["six to four when the best hit is as good as two unique words", 4.5, { a: 0.6, b: 0.4, c: 0.2 }],
  ["less when it is not", 18, { a: 3 / 11, b: 8 / 11, c: 4 / 11 }],
])("normalises each list by its own range and weighs words %s", (_, unique, expected) => {
  const fused = Object.fromEntries(fuseScores({ hits: wordHits, unique }, meanings));
  for (const [id, score] of Object.entries(expected)) expect(fused[id]).toBeCloseTo(score);
});

it("goes by words alone when there are no meanings, and by meanings when no word matches", () => {
  const found = { hits: [{ id: "a", score: 2 }], unique: 4 };
  expect(Object.fromEntries(fuseScores(found, undefined))).toEqual({ a: 1 });
  const nothing = { hits: [], unique: 4 };
  expect(Object.fromEntries(fuseScores(nothing, [{ id: "a", score: 0.4 }]))).toEqual({ a: 1 });
});

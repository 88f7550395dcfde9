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

it("gives every record a score from 0 to 1", () => {
  fc.assert(
    fc.property(hits, fc.option(hits, { nil: undefined }), (words, meanings) => {
      const fused = fuseScores(words, meanings);
      const ids = new Set([...words, ...(meanings ?? [])].map(({ id }) => id));
      expect(new Set(fused.keys())).toEqual(ids);
      for (const score of fused.values()) expect(score >= 0 && score <= 1).toBe(true);
    }),
  );
});

it("normalises each list by its own range and weighs meaning seven to three", () => {
  const words = [
    { id: "a", score: 9 },
    { id: "b", score: 3 },
  ];
  const meanings = [
    { id: "b", score: 0.75 },
    { id: "c", score: 0.5 },
    { id: "a", score: 0.25 },
  ];
  const fused = Object.fromEntries(fuseScores(words, meanings));
  expect(fused["a"]).toBeCloseTo(0.3);
  expect(fused["b"]).toBeCloseTo(0.7);
  expect(fused["c"]).toBeCloseTo(0.35);
});

it("goes by words alone when there are no meanings, and by meanings when no word matches", () => {
  expect(Object.fromEntries(fuseScores([{ id: "a", score: 2 }], undefined))).toEqual({ a: 1 });
  expect(Object.fromEntries(fuseScores([], [{ id: "a", score: 0.4 }]))).toEqual({ a: 0.7 });
});

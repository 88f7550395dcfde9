import fc from "fast-check";
import { expect, test } from "vitest";
import { BestHits, rankHits } from "./hits.ts";

test("keeps what sorting all hits would put first", () => {
  const hit = fc.record({
    id: fc.uuid(),
    score: fc.integer({ min: 0, max: 9 }),
    document: fc.nat(),
  });
  const hits = fc.uniqueArray(hit, { selector: ({ document }) => document, maxLength: 60 });
  fc.assert(
    fc.property(hits, fc.integer({ min: 1, max: 20 }), (given, limit) => {
      const best = new BestHits(limit);
      for (const { id, score, document } of given)
        if (score >= best.threshold) best.add(id, score, document);
      expect(best.ranked()).toEqual(rankHits(given, limit));
    }),
  );
});

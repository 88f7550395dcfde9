import fc from "fast-check";
import { expect, test } from "vitest";
import { splitBatches } from "./split-batches.ts";

test("keeps every text in order and every batch within its limits, unless one text alone exceeds them", () => {
  const limits = { items: 4, characters: 20 };
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 25 })), (texts) => {
      const batches = splitBatches(texts, limits);
      expect(batches.flat()).toEqual(texts);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(limits.items);
        expect(batch.length === 1 || batch.join("").length <= limits.characters).toBe(true);
      }
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { inParts } from "./prepared-statement.ts";

test("parts hold everything in order, in few sizes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 400 }), (items) => {
      const parts = [...inParts(items)];
      expect(parts.flat()).toEqual(items);
      for (const { length } of parts) expect([1, 4, 16, 64]).toContain(length);
    }),
  );
});

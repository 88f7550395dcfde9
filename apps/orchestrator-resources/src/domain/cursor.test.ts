import fc from "fast-check";
import { expect, test } from "vitest";
import { cursorNumber, decodeCursor, encodeCursor } from "./cursor.ts";

test("cursors come back as they were, and others are refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (place) => {
      expect(decodeCursor(encodeCursor(place))).toBe(place);
    }),
  );
  for (const foreign of ["", "***", "YWJj"])
    expect(() => decodeCursor(foreign)).toThrow("next_cursor");
  expect(cursorNumber("12")).toBe(12);
  for (const foreign of ["", "-1", "1e3", "x"])
    expect(() => cursorNumber(foreign)).toThrow("next_cursor");
});

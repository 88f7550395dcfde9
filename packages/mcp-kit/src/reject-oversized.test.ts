import fc from "fast-check";
import { expect, test } from "vitest";
import { rejectOversized } from "./reject-oversized.ts";

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const refused = (value: unknown, limit: number) => {
  try {
    rejectOversized(value, limit);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "INPUT_TOO_LARGE", details: { bytes: bytesOf(value) } });
    return true;
  }
};

test("refuses exactly what is longer as JSON than allowed", () => {
  const anything = fc.jsonValue({ stringUnit: "binary" });
  fc.assert(
    fc.property(anything, fc.integer({ min: -3, max: 3 }), (value, by) => {
      expect(refused(value, bytesOf(value) + by)).toBe(by < 0);
    }),
  );
});

test.each([
  ["numbers with all their digits", [-2.2250738585072014e-308, 1e20, -0.1]],
  ["characters that are escaped", '\0\u0001"\\\ud800\u2028é😀'],
  ["keys that are escaped", { '\0"': false }],
  ["what is deeper than is estimated", JSON.parse(`${"[".repeat(50)}1${"]".repeat(50)}`)],
])("measures %s", (_, value) => {
  expect(refused(value, bytesOf(value))).toBe(false);
  expect(refused(value, bytesOf(value) - 1)).toBe(true);
});

test("says that arguments are nested too deeply", () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  expect(() => rejectOversized(nested(1_000), 1_000_000)).not.toThrow();
  expect(() => rejectOversized(nested(1_001), 1_000_000)).toThrow(/nested too deeply/);
  expect(() => rejectOversized(nested(7_000), 1_000_000)).toThrow(/nested too deeply/);
});

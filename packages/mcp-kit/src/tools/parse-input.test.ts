import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { InvalidInput, parseInput, rejectOversized } from "./parse-input.ts";

const schema = z.object({
  count: z.int().min(1),
  ratio: z.number().optional(),
  flag: z.boolean().optional(),
  text: z.string().optional(),
  items: z.array(z.object({ size: z.int() })).optional(),
});

function issuesOf(input: unknown, strict = schema as z.ZodObject) {
  try {
    parseInput(strict, input);
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues;
    throw error;
  }
  throw new Error("the input was accepted");
}

describe("parseInput", () => {
  test("converts scalars that arrive as text, at any depth, and leaves text alone", () => {
    const input = { count: "3", ratio: "-0.5", flag: "TRUE", text: "7", items: [{ size: "12" }] };
    expect(parseInput(schema, input)).toEqual({
      count: 3,
      ratio: -0.5,
      flag: true,
      text: "7",
      items: [{ size: 12 }],
    });
    expect(input.count).toBe("3");
  });

  test.each([[null], [true], ["three"], [""], ["1.5"], [0], ["0"], [1.5], [-1], ["0x10"], [[3]]])(
    "refuses %j where a positive integer belongs",
    (count) => {
      expect(issuesOf({ count }).map(({ field }) => field)).toEqual(["count"]);
    },
  );

  test("names every field that is wrong, and fields that do not exist", () => {
    expect(issuesOf({ count: "x", items: [{ size: 1 }, {}] }).map(({ field }) => field)).toEqual([
      "count",
      "items.1.size",
    ]);
    expect(issuesOf({ count: 1, other: 2 }, schema.strict())).toEqual([
      { field: "other", reason: 'Unrecognized key: "other"' },
    ]);
    expect(issuesOf("nothing")[0]?.field).toBe("arguments");
  });

  test("reads a number the same from its text", () => {
    const numbers = z.object({ value: z.number() });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseInput(numbers, { value: String(value) })).toEqual(
          parseInput(numbers, { value: Number(String(value)) }),
        );
      }),
    );
  });

  test("refuses what does not fit, however deeply it is nested", () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`);
    expect(issuesOf({ deep })).toContainEqual(expect.objectContaining({ field: "count" }));
  });

  test("never throws anything but InvalidInput", () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        try {
          parseInput(schema, input);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidInput);
        }
      }),
    );
  });
});

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

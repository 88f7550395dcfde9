import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEquations } from "./check-equations.ts";

describe("equations in a text are computed", () => {
  test.each([
    ["So 17 * 23 = 391 in total.", 391, true],
    ["So 17 * 23 = 381 in total.", 391, false],
    ["12 × (3 + 4) = 84", 84, true],
    ["1 / 3 = 0.33", 1 / 3, true],
    ["1 / 3 = 0.34", 1 / 3, false],
    ["2 ^ 3 ^ 2 = 512", 512, true],
    ["1,000 + 2,500 = 3,500.", 3_500, true],
    ["-5 + 3 = -2", -2, true],
    ["200 * 15% = 30", 30, true],
    ["0.1 + 0.2 = 0.3", 0.1 + 0.2, true],
    ["7 - 10 = 3", -3, false],
    ["8 / (3 - 8 / 3) = 24", 24, true],
  ])("%s", (text, computed, holds) => {
    expect(checkEquations(text)).toMatchObject([{ computed: expect.closeTo(computed, 9), holds }]);
  });

  test.each(["No numbers here.", "x = 5", "version 1.2 = new", "3 = 3", "2024-05-01 = today"])(
    "%s holds none",
    (text) => {
      expect(checkEquations(text)).toEqual([]);
    },
  );

  test("division by nothing does not hold", () => {
    expect(checkEquations("4 / 0 = 1")).toEqual([
      { equation: "4 / 0 = 1", computed: null, holds: false },
    ]);
  });

  test("any sum or product of integers is judged right", () => {
    const number = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(
        number,
        number,
        fc.constantFrom("+", "-", "*"),
        fc.integer({ min: -2, max: 2 }),
        (left, right, sign, error) => {
          const value = sign === "+" ? left + right : sign === "-" ? left - right : left * right;
          const [check] = checkEquations(
            `We get ${left} ${sign} ${right} = ${value + error}, which is it.`,
          );
          expect(check?.holds).toBe(error === 0);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

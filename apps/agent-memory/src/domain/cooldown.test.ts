import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cooldown, type LastWrite, requireCooledDown } from "./cooldown.ts";
import { type ClockReading, momentOf } from "./clock.ts";

const start: ClockReading = { wallMs: 1_000_000, boot: "one", uptimeMs: 10_000 };
const later = (ms: number, step = 0, boot = "one"): ClockReading => ({
  wallMs: start.wallMs + ms + step,
  boot,
  uptimeMs: start.uptimeMs + ms,
});
const oneWrite: LastWrite = { ...momentOf(start), debtMs: 2_000 };
const single: Cooldown = { ms: 2_000, burst: 1 };

/** Which of the writes at these times pass. */
function passes(times: readonly number[], cooldown: Cooldown): boolean[] {
  let last: LastWrite | undefined;
  return times.map((at) => {
    try {
      last = { ...momentOf(later(at)), debtMs: requireCooledDown(last, later(at), cooldown) };
      return true;
    } catch {
      return false;
    }
  });
}

describe("without a burst", () => {
  test("refuses a write within the cooldown and says how long to wait", () => {
    expect(() => requireCooledDown(oneWrite, later(500), single)).toThrow(
      expect.objectContaining({
        code: "RATE_LIMIT_EXCEEDED",
        message: "Rate Limit Exceeded: Writes need 2000 ms between them. Try again in 1500 ms.",
        details: { retryAfterMs: 1_500 },
      }),
    );
  });

  test.each([
    ["there was no write before", undefined, later(0)],
    ["the cooldown is over", oneWrite, later(2_000)],
    ["it is over although the clock was set back", oneWrite, later(2_000, -1e9)],
    [
      "the last write seems to come from the future of another boot",
      oneWrite,
      later(0, -1e9, "two"),
    ],
  ])("allows a write when %s", (_, last, now) => {
    expect(requireCooledDown(last, now, single)).toBe(2_000);
  });

  test("is not shortened by setting the clock forward", () => {
    expect(() => requireCooledDown(oneWrite, later(500, 1e9), single)).toThrow("Rate Limit");
  });
});

describe("with a burst", () => {
  const burst: Cooldown = { ms: 2_000, burst: 3 };

  test("lets so many writes pass at once, and then one for each cooldown", () => {
    expect(passes([0, 0, 1, 2, 1_999, 2_000, 2_001, 4_000], burst)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test("is whole again after a pause", () => {
    expect(passes([0, 0, 0, 6_000, 6_000, 6_000, 6_000], burst)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test("says how long to wait", () => {
    expect(() => requireCooledDown({ ...oneWrite, debtMs: 6_000 }, later(500), burst)).toThrow(
      "Rate Limit Exceeded: Writes need 2000 ms between them once 3 have been made at once. Try again in 1500 ms.",
    );
  });

  test("never lets more pass in a time than the burst and one for each cooldown", () => {
    const times = fc
      .array(fc.nat({ max: 3_000 }), { maxLength: 60 })
      .map((gaps) => gaps.map((_, at) => gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, 0)));
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 12 }), (at, size) => {
        const cooldown = { ms: 2_000, burst: size };
        const passed = at.filter((_, place) => passes(at, cooldown)[place]);
        for (const [place, from] of passed.entries())
          for (const [count, to] of passed.slice(place).entries())
            expect(count + 1).toBeLessThanOrEqual(size + Math.floor((to - from) / cooldown.ms));
      }),
      { numRuns: 60 },
    );
  });
});

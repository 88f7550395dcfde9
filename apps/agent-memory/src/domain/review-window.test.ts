import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClockReading, momentOf } from "./clock.ts";
import { requireReviewed, REVIEW_WINDOW_MS } from "./review-window.ts";

const START: ClockReading = { wallMs: 1_700_000_000_000, boot: "one", uptimeMs: 500_000 };
const observed = momentOf(START);

function after(ms: number, { step = 0, boot = "one" } = {}): ClockReading {
  return { wallMs: START.wallMs + ms + step, boot, uptimeMs: START.uptimeMs + ms };
}

function isOpen(now: ClockReading): boolean {
  try {
    requireReviewed("prop_1", observed, now);
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: "PI1_VIOLATION",
      message: expect.stringMatching(/^PI1 Violation: prop_1 is in its one-hour review window/),
    });
    return false;
  }
}

describe("the review window", () => {
  test("opens at exactly one hour", () => {
    expect(isOpen(after(REVIEW_WINDOW_MS - 1))).toBe(false);
    expect(isOpen(after(REVIEW_WINDOW_MS))).toBe(true);
  });

  test("is not opened by setting the clock forward", () => {
    expect(isOpen(after(60_000, { step: 5 * REVIEW_WINDOW_MS }))).toBe(false);
    expect(isOpen(after(REVIEW_WINDOW_MS, { step: 5 * REVIEW_WINDOW_MS }))).toBe(true);
  });

  test("is not kept shut by setting the clock back", () => {
    expect(isOpen(after(REVIEW_WINDOW_MS, { step: -5 * REVIEW_WINDOW_MS }))).toBe(true);
    expect(isOpen(after(60_000, { step: -5 * REVIEW_WINDOW_MS }))).toBe(false);
  });

  test("goes by the wall clock after another boot, and stays shut when that is behind", () => {
    expect(isOpen(after(REVIEW_WINDOW_MS, { boot: "two" }))).toBe(true);
    expect(isOpen(after(REVIEW_WINDOW_MS, { boot: "two", step: -2 * REVIEW_WINDOW_MS }))).toBe(
      false,
    );
  });

  test("opens during one boot when an hour has passed, whatever the wall clock says", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * REVIEW_WINDOW_MS }),
        fc.integer({ min: -1e12, max: 1e12 }).filter((step) => Math.abs(step) >= 1_000),
        (ms, step) => isOpen(after(ms, { step })) === ms >= REVIEW_WINDOW_MS,
      ),
    );
  });
});

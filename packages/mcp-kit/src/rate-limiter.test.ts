import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

test("allows a burst of twice the rate, then the rate itself, for each key apart", () => {
  let time = 0;
  const allow = createRateLimiter(10, () => time);
  const allowed = (key: string, tries: number) =>
    Array.from({ length: tries }, () => allow(key)).filter(Boolean).length;

  expect(allowed("a", 50)).toBe(20);
  expect(allowed("b", 50)).toBe(20);
  time += 1_000;
  expect(allowed("a", 50)).toBe(10);
});

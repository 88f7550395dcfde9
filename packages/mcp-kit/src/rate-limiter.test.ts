import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

test("allows a burst of twice the rate, then the rate itself, for each key apart", () => {
  let time = 0;
  const { admits: allow } = createRateLimiter(10, () => time);
  const allowed = (key: string, tries: number) =>
    Array.from({ length: tries }, () => allow(key)).filter(Boolean).length;

  expect(allowed("a", 50)).toBe(20);
  expect(allowed("b", 50)).toBe(20);
  time += 1_000;
  expect(allowed("a", 50)).toBe(10);
});

test("many new keys do not give a busy one a new burst", () => {
  const { admits: allow } = createRateLimiter(1, () => 0);
  expect([allow("a"), allow("a"), allow("a")]).toEqual([true, true, false]);
  for (let number = 0; number < 30_000; number += 1) {
    allow(`key ${number}`);
    if (number % 1_000 === 0) expect(allow("a")).toBe(false);
  }
});

test("what a request costs beyond itself is paid off before the next, within ten seconds", () => {
  let time = 0;
  const { admits, charge } = createRateLimiter(10, () => time);
  expect(admits("a")).toBe(true);
  charge("a", 10_000);
  expect(admits("a")).toBe(false);
  expect(admits("b")).toBe(true);
  time += 10_000;
  expect(admits("a")).toBe(false);
  time += 100;
  expect(admits("a")).toBe(true);
});

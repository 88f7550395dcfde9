import { expect, onTestFinished, test, vi } from "vitest";
import { DatabaseClock, SteadyClock } from "./clock.ts";

const START = 1_000_000_000;
const MINUTE_MS = 60_000;

function setUp() {
  const at = { wallMs: START, ticksMs: 7, uptimeMs: 99_000 };
  const clock = new SteadyClock({
    wallMs: () => at.wallMs,
    ticksMs: () => at.ticksMs,
    uptimeMs: () => at.uptimeMs,
  });
  return {
    clock,
    pass(ms: number) {
      at.wallMs += ms;
      at.ticksMs += ms;
      at.uptimeMs += ms;
    },
    sleep(ms: number) {
      at.wallMs += ms;
      at.uptimeMs += ms;
    },
    step: (ms: number) => (at.wallMs += ms),
  };
}

test("tells the time of the wall clock, also while that is corrected little by little", () => {
  const { clock, pass, step } = setUp();
  for (let minute = 1; minute <= 10; minute += 1) {
    pass(MINUTE_MS);
    step(1_000);
    expect(clock.now()).toBe(START + minute * (MINUTE_MS + 1_000));
  }
});

test.each([30 * 24 * 60 * MINUTE_MS, -60 * MINUTE_MS])(
  "ignores a step of %i ms for a moment",
  (by) => {
    const { clock, pass, step } = setUp();
    pass(500);
    step(by);
    pass(1_000);
    expect(clock.now()).toBe(START + 1_500);
    pass(1_000);
    expect(clock.now()).toBe(START + 2_500);
    step(-by);
    expect(clock.now()).toBe(START + 2_500);
  },
);

test("believes a step that lasts", () => {
  const { clock, pass, step } = setUp();
  step(60 * MINUTE_MS);
  for (let minute = 0; minute < 5; minute += 1) {
    expect(clock.now()).toBe(START + minute * MINUTE_MS);
    pass(MINUTE_MS);
  }
  expect(clock.now()).toBe(START + 65 * MINUTE_MS);
  pass(MINUTE_MS);
  expect(clock.now()).toBe(START + 66 * MINUTE_MS);
});

test("waits again when the clock is set once more", () => {
  const { clock, pass, step } = setUp();
  step(60 * MINUTE_MS);
  clock.now();
  pass(4 * MINUTE_MS);
  step(60 * MINUTE_MS);
  clock.now();
  pass(4 * MINUTE_MS);
  expect(clock.now()).toBe(START + 8 * MINUTE_MS);
});

test("knows when the machine slept, also while the clock is wrong", () => {
  const { clock, pass, sleep, step } = setUp();
  sleep(8 * 60 * MINUTE_MS);
  expect(clock.now()).toBe(START + 8 * 60 * MINUTE_MS);
  pass(1_000);
  step(30 * MINUTE_MS);
  expect(clock.now()).toBe(START + 8 * 60 * MINUTE_MS + 1_000);
  sleep(60 * MINUTE_MS);
  expect(clock.now()).toBe(START + 9 * 60 * MINUTE_MS + 1_000);
});

test("leaves the host's clock alone while it may agree with the database's", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  const clock = new DatabaseClock();
  clock.learn(9_990, 9_980, 10_000);
  expect(clock.now()).toBe(10_000);
  clock.learn(9_900, 9_990, 10_000);
  expect(clock.now()).toBe(9_905);
  clock.learn(9_904, 9_995, 10_000);
  expect(clock.now()).toBe(9_905);
});

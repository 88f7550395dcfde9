import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallRequest } from "./call-request.ts";
import { describeElapsed, ProgressReporter } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startReporter(stop = new AbortController()) {
  const seen: unknown[] = [];
  const messages: unknown[] = [];
  const mcpReq = {
    signal: stop.signal,
    notify: async ({ params }: { params: { progress: number; message?: string } }) => {
      seen.push(params.progress);
      messages.push(params.message);
    },
  };
  const reporter = new ProgressReporter(mcpReq as unknown as CallRequest["mcpReq"], "p");
  const report = (from: number, to: number) => {
    for (let done = from; done <= to; done += 1) reporter.report({ done, total: 99 });
  };
  const say = (done: number, message: string) => reporter.report({ done, total: 3, message });
  return { seen, messages, report, say, end: () => reporter.end() };
}

test("a few reports go out at once, one by one", () => {
  const { seen, report } = startReporter();
  report(1, 7);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("of many, the newest waits for its turn and goes out although nothing follows it", () => {
  const { seen, report } = startReporter();
  report(1, 60);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  vi.advanceTimersByTime(100);
  expect(seen.slice(10)).toEqual([60]);
  vi.advanceTimersByTime(9_000);
  report(61, 90);
  expect(seen.slice(11)).toEqual([61, 62, 63, 64, 65, 66, 67, 68, 69, 70]);
});

test("none goes back, none is lost at the end, and none follows the end or a cancellation", () => {
  const stop = new AbortController();
  const { seen, report, end } = startReporter(stop);
  report(5, 20);
  report(1, 20);
  end();
  expect(seen.slice(10)).toEqual([20]);
  report(21, 22);
  stop.abort();
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(11);
});

test("ten seconds of silence end with the last message and the time, for as long as the call runs", () => {
  const { seen, messages, say, end } = startReporter();
  vi.advanceTimersByTime(10_000);
  say(0, "Asking o3");
  vi.advanceTimersByTime(9_999);
  expect(messages).toEqual(["Still working (10 s)", "Asking o3"]);
  vi.advanceTimersByTime(1);
  say(1, "Asking opus");
  vi.advanceTimersByTime(130_000);
  expect(messages.slice(2, 5)).toEqual(["Asking o3 (20 s)", "Asking opus", "Asking opus (30 s)"]);
  expect(messages.at(-1)).toBe("Asking opus (2 min 30 s)");
  expect(messages).toHaveLength(17);
  end();
  vi.advanceTimersByTime(60_000);
  say(2, "late");
  expect(messages).toHaveLength(17);
  expect(seen).toEqual((seen as number[]).toSorted((left, right) => left - right));
  expect(new Set(seen).size).toBe(seen.length);
  expect(Math.max(...(seen as number[]))).toBeLessThan(2);
});

test("the first change of a message is seen at once, later ones once a second, the newest last", () => {
  const { messages, say, end } = startReporter();
  say(0, "Asking o3");
  vi.advanceTimersByTime(400);
  for (let tokens = 1; tokens <= 30; tokens += 1) {
    say(0, `o3: ${tokens} tokens`);
    vi.advanceTimersByTime(100);
  }
  expect(messages).toEqual([
    "Asking o3",
    "o3: 1 tokens",
    "o3: 10 tokens",
    "o3: 20 tokens",
    "o3: 30 tokens",
  ]);
  say(0, "o3: done");
  end();
  expect(messages.at(-1)).toBe("o3: done");
});

test("a new step does not wait as long as a new message", () => {
  const { messages, say } = startReporter();
  for (let step = 1; step <= 9; step += 1) say(step, `step ${step}`);
  say(9, "step 9, continued");
  say(9, "step 9, held back");
  say(10, "step 10");
  vi.advanceTimersByTime(100);
  expect(messages.at(-1)).toBe("step 10");
});

test("a report of the same step moves on by less than a step, and the same words are not sent twice", () => {
  const { seen, say } = startReporter();
  say(1, "a");
  say(1, "a");
  say(1, "b");
  say(2, "c");
  expect(seen[0]).toBe(1);
  expect(seen[1]).toBeGreaterThan(1);
  expect(seen[1]).toBeLessThan(1.01);
  expect(seen.slice(2)).toEqual([2]);
});

test("a time is told in seconds, then in minutes", () => {
  expect([400, 119_000, 150_000].map(describeElapsed)).toEqual(["0 s", "119 s", "2 min 30 s"]);
});

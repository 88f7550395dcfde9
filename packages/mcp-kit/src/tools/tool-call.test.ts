import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallRequest } from "./call-request.ts";
import { createProgressReporter } from "./tool-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startReporter(stop = new AbortController()) {
  const seen: unknown[] = [];
  const mcpReq = {
    _meta: { progressToken: "p" },
    signal: stop.signal,
    notify: async ({ params }: { params: { progress: number } }) => void seen.push(params.progress),
  };
  const reporter = createProgressReporter({ mcpReq } as unknown as CallRequest);
  const report = (from: number, to: number) => {
    for (let done = from; done <= to; done += 1) reporter?.report(done, 99);
  };
  return { seen, report, flush: () => reporter?.flush() };
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
  vi.advanceTimersByTime(10_000);
  report(61, 90);
  expect(seen.slice(11)).toEqual([61, 62, 63, 64, 65, 66, 67, 68, 69, 70]);
});

test("none goes back, none is lost at the end, and none follows the end or a cancellation", () => {
  const stop = new AbortController();
  const { seen, report, flush } = startReporter(stop);
  report(5, 20);
  report(1, 20);
  flush();
  expect(seen.slice(10)).toEqual([20]);
  report(21, 22);
  stop.abort();
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(11);
});

import { expect, test } from "vitest";
import { summariseCalls } from "./summarise-calls.ts";

test("calls are counted by pipe", () => {
  const call = (
    pipeName: string | null,
    latencyMs: number | null,
    success = true,
    fallback = false,
  ) => ({ pipeName, latencyMs, success, fallback });
  const calls = [
    ...Array.from({ length: 20 }, (_, index) => call("b", index + 1)),
    call("a", 5, false),
    call("a", 7, true, true),
    call(null, null),
  ];
  expect(summariseCalls(calls)).toEqual({
    total: { calls: 23, failures: 1, fallbacks: 1 },
    pipes: [
      {
        pipe_name: "a",
        calls: 2,
        failures: 1,
        fallbacks: 1,
        latency_ms: { p50: 5, p95: 7, max: 7 },
      },
      {
        pipe_name: "b",
        calls: 20,
        failures: 0,
        fallbacks: 0,
        latency_ms: { p50: 10, p95: 19, max: 20 },
      },
    ],
  });
  expect(summariseCalls([])).toEqual({ total: { calls: 0, failures: 0, fallbacks: 0 }, pipes: [] });
});

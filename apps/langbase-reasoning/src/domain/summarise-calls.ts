import { groupBy } from "@faculties/std";

export type LoggedCall = {
  pipeName: string | null;
  latencyMs: number | null;
  success: boolean;
  fallback: boolean;
};

/** Calls, failures, fallbacks and latencies, in total and by pipe. */
export function summariseCalls(calls: readonly LoggedCall[]) {
  const byPipe = groupBy(calls, ({ pipeName }) => pipeName);
  byPipe.delete(null);
  return {
    total: countsOf(calls),
    pipes: [...byPipe]
      .map(([pipe_name, own]) => ({
        pipe_name: pipe_name ?? "",
        ...countsOf(own),
        latency_ms: latenciesOf(own),
      }))
      .toSorted((left, right) => (left.pipe_name < right.pipe_name ? -1 : 1)),
  };
}

function countsOf(calls: readonly LoggedCall[]) {
  return {
    calls: calls.length,
    failures: calls.filter(({ success }) => !success).length,
    fallbacks: calls.filter(({ fallback }) => fallback).length,
  };
}

function latenciesOf(calls: readonly LoggedCall[]) {
  const sorted = calls.flatMap(({ latencyMs }) => latencyMs ?? []).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? null };
}

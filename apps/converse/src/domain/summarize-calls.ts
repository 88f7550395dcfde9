import { type Spent, totalsOf } from "./usage-totals.ts";

/** One call to a model, as the metrics store it; `code` is null when it succeeded. */
export type ModelCall = Spent & {
  provider: string;
  model: string;
  durationMs: number;
  code: string | null;
  /** Calls to models that were running in the process when it started, itself included. */
  concurrent: number;
};

export type Metrics = ReturnType<typeof summarizeCalls>;

/** Response times, tokens, errors and concurrency, by provider and all together. */
export function summarizeCalls(calls: readonly ModelCall[]) {
  const names = [...new Set(calls.map(({ provider }) => provider))].toSorted();
  return {
    calls: calls.length,
    errors: calls.filter(isFailed).length,
    highest_concurrency: highestConcurrency(calls),
    usage: totalsOf(calls),
    providers: names.map((name) =>
      summarizeProvider(
        name,
        calls.filter(({ provider }) => provider === name),
      ),
    ),
  };
}

function summarizeProvider(provider: string, calls: readonly ModelCall[]) {
  const failed = calls.filter(isFailed);
  const times = calls.filter((call) => !isFailed(call)).map(({ durationMs }) => durationMs);
  const codes = [...new Set(failed.map(({ code }) => code ?? ""))].toSorted();
  return {
    provider,
    calls: calls.length,
    errors: failed.length,
    error_rate: Number((failed.length / calls.length).toFixed(4)),
    errors_by_code: Object.fromEntries(
      codes.map((code) => [code, failed.filter((call) => call.code === code).length]),
    ),
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    highest_concurrency: highestConcurrency(calls),
    usage: totalsOf(calls),
  };
}

function highestConcurrency(calls: readonly ModelCall[]): number {
  return calls.reduce((highest, { concurrent }) => Math.max(highest, concurrent), 0);
}

function isFailed({ code }: ModelCall): boolean {
  return code !== null;
}

/** The nearest-rank quantile; null when nothing was measured. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

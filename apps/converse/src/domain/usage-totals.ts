import type { Usage, UsageTotals } from "@faculties/schemas/converse/usage";

export type Spent = { inputTokens: number; outputTokens: number; costUsd?: number | undefined };

/** The usage of one call in the form of the contract. */
export function usageOf({ inputTokens, outputTokens }: Spent): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** The usage of several calls together; the cost covers the calls whose prices are known. */
export function totalsOf(calls: readonly Spent[]): UsageTotals {
  const sum = (of: (call: Spent) => number) => calls.reduce((total, call) => total + of(call), 0);
  const priced = calls.filter(({ costUsd }) => costUsd !== undefined);
  return {
    ...usageOf({
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
    }),
    ...(priced.length > 0 && { cost_usd: usd(sum(({ costUsd }) => costUsd ?? 0)) }),
  };
}

/** Removes the rounding errors of adding binary fractions. */
export function usd(amount: number): number {
  return Number(amount.toFixed(9));
}

import type { Usage, UsageTotals } from "@faculties/schemas/converse/usage";

export type Spent = { inputTokens: number; outputTokens: number; costUsd?: number | undefined };

/** The contract's form of what one call used. */
export function usageOf({ inputTokens, outputTokens }: Spent): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** What several calls used together; the cost is that of the calls whose prices are known. */
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

/** Without the tail of digits that adding up binary fractions leaves. */
export function usd(amount: number): number {
  return Number(amount.toFixed(9));
}

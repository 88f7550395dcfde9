/** The model calls of one tool call, and the tokens that they used where the provider counts them. */
export type Spending = { calls: number; tokens: number };

const spent = new WeakMap<object, Spending>();

export function addSpending(call: object, { totalTokens }: { totalTokens: number }): void {
  const { calls, tokens } = spendingOf(call);
  spent.set(call, { calls: calls + 1, tokens: tokens + totalTokens });
}

export function spendingOf(call: object): Spending {
  return spent.get(call) ?? { calls: 0, tokens: 0 };
}

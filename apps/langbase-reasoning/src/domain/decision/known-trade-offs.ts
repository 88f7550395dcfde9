import type { TradeOff } from "./explain-decision.ts";

type Said = { between: readonly string[]; description?: string | undefined };

/** The trade-offs that a model named between alternatives that exist. */
export function knownTradeOffs(said: readonly Said[], alternatives: readonly string[]): TradeOff[] {
  return said.flatMap(({ between, description }) => {
    const known = alternatives.filter((alternative) => between.includes(alternative));
    return known.length >= 2 && description !== undefined ? [{ between: known, description }] : [];
  });
}

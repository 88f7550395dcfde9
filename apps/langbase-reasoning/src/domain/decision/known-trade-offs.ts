import type { TradeOff } from "./explain-decision.ts";
import { spellings } from "./spellings.ts";

type Said = { between: readonly string[]; description?: string | undefined };

/** The trade-offs that a model named between alternatives that exist. */
export function knownTradeOffs(said: readonly Said[], alternatives: readonly string[]): TradeOff[] {
  const alternativeOf = spellings(alternatives);
  return said.flatMap(({ between, description }) => {
    const known = [...new Set(between.flatMap((name) => alternativeOf(name) ?? []))];
    return known.length >= 2 && description !== undefined ? [{ between: known, description }] : [];
  });
}

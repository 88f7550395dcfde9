import * as z from "zod";

const count = z.int().min(0);

/** A page that a web search found and the answer uses. */
export const Source = z.object({ url: z.string(), title: z.string().optional() });
export type Source = z.infer<typeof Source>;

export const Usage = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
});
export type Usage = z.infer<typeof Usage>;

/** Tokens and, where prices are known, cost so far. */
export const UsageTotals = Usage.extend({ cost_usd: z.number().min(0).optional() });
export type UsageTotals = z.infer<typeof UsageTotals>;

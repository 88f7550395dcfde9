import * as z from "zod";
import type { Effort, Usage } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";

/** Every tier that any vendor has, least first. */
const VENDOR_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type VendorEffort = (typeof VENDOR_EFFORTS)[number];

const tokens = z.int().positive();
const usd = z.number().nonnegative();

export const modelEntrySchema = z.strictObject({
  /** The vendor's own id. */
  id: z.string().min(1),
  provider: z.string().min(1),
  aliases: z.array(z.string().min(1)).default([]),
  contextTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  images: z.boolean().default(false),
  /** The effort tiers that the vendor accepts; empty if it accepts none. */
  efforts: z.array(z.enum(VENDOR_EFFORTS)).default([]),
  /** The bounds that the vendor accepts, if effort is a number of thinking tokens. */
  thinkingTokens: z.strictObject({ min: z.int().nonnegative(), max: tokens }).optional(),
  /** Whether the vendor accepts a temperature for this model. */
  temperature: z.boolean().default(true),
  webSearch: z.boolean().default(false),
  inputUsdPerMillion: usd.optional(),
  outputUsdPerMillion: usd.optional(),
  /** The prices of a call whose prompt is longer than `aboveTokens`. */
  longPrompt: z
    .strictObject({ aboveTokens: tokens, inputUsdPerMillion: usd, outputUsdPerMillion: usd })
    .optional(),
});

export type ModelEntry = z.infer<typeof modelEntrySchema>;

/** Checks a list of models, such as the parsed content of a models file. Throws its problems. */
export function parseModels(list: unknown): ModelEntry[] {
  const parsed = z.array(modelEntrySchema).safeParse(list);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new ProviderError(
    "INVALID_INPUT",
    `The list of models is not valid: ${problems.join("; ")}.`,
    {
      details: { provider: "registry" },
    },
  );
}

/** The tier nearest to `effort` that the model accepts, the cheaper of two; undefined if it accepts none. */
export function nearestEffort(
  entry: ModelEntry | undefined,
  effort: Effort | undefined,
): VendorEffort | undefined {
  if (entry === undefined || effort === undefined) return undefined;
  const wanted = VENDOR_EFFORTS.indexOf(effort);
  const rank = (tier: VendorEffort) => VENDOR_EFFORTS.indexOf(tier);
  return entry.efforts.toSorted(
    (left, right) =>
      Math.abs(rank(left) - wanted) - Math.abs(rank(right) - wanted) || rank(left) - rank(right),
  )[0];
}

/** The cost of a call in US dollars at list prices, if the prices and the usage are known. */
export function costOf(entry: ModelEntry | undefined, usage: Usage): number | undefined {
  if (usage.totalTokens === 0) return undefined;
  const { longPrompt } = entry ?? {};
  const isLong = longPrompt !== undefined && usage.inputTokens > longPrompt.aboveTokens;
  const { inputUsdPerMillion, outputUsdPerMillion } = (isLong ? longPrompt : entry) ?? {};
  if (inputUsdPerMillion === undefined || outputUsdPerMillion === undefined) return undefined;
  const microUsd =
    usage.inputTokens * inputUsdPerMillion + usage.outputTokens * outputUsdPerMillion;
  return microUsd / 1_000_000;
}

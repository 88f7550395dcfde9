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
  /** The price of input from the vendor's prompt cache; a tenth of the input's when left out. */
  cachedInputUsdPerMillion: usd.optional(),
  /** The day from which the vendor answers no more, as YYYY-MM-DD. */
  endsOn: z.iso.date().optional(),
  /** The model to ask instead after that day; the newest of its family when left out. */
  successor: z.string().min(1).optional(),
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

/**
 * The tier nearest to `effort` that the model accepts, the cheaper of two; undefined if it accepts none. Never `none` if
 * there is another: little thought is not no thought.
 */
export function nearestEffort(
  entry: Pick<ModelEntry, "efforts"> | undefined,
  effort: Effort | undefined,
): VendorEffort | undefined {
  if (entry === undefined || effort === undefined) return undefined;
  const wanted = VENDOR_EFFORTS.indexOf(effort);
  const rank = (tier: VendorEffort) => VENDOR_EFFORTS.indexOf(tier);
  const thinking = entry.efforts.filter((tier) => tier !== "none");
  const tiers = thinking.length > 0 ? thinking : entry.efforts;
  return tiers.toSorted(
    (left, right) =>
      Math.abs(rank(left) - wanted) - Math.abs(rank(right) - wanted) || rank(left) - rank(right),
  )[0];
}

const CACHED_SHARE = 0.1;
/** Anthropic and OpenAI charge this much for input that they write to their cache. */
const CACHE_WRITE_FACTOR = 1.25;
const USD_PER_SEARCH: Record<string, number> = {
  openai: 0.01,
  anthropic: 0.01,
  google: 0.014,
  xai: 0.005,
};

/** The cost of a call in US dollars at list prices, with its searches, if the prices and the usage are known. */
export function costOf(entry: ModelEntry | undefined, usage: Usage): number | undefined {
  if (usage.totalTokens === 0) return undefined;
  const { longPrompt } = entry ?? {};
  const isLong = longPrompt !== undefined && usage.inputTokens > longPrompt.aboveTokens;
  const { inputUsdPerMillion: input, outputUsdPerMillion: output } =
    (isLong ? longPrompt : entry) ?? {};
  if (entry === undefined || input === undefined || output === undefined) return undefined;
  const { cachedInputTokens: cached = 0, cacheWriteTokens: writes = 0, searches = 0 } = usage;
  const cachedShare =
    entry.cachedInputUsdPerMillion === undefined || !entry.inputUsdPerMillion
      ? CACHED_SHARE
      : entry.cachedInputUsdPerMillion / entry.inputUsdPerMillion;
  const paidInput =
    usage.inputTokens - cached - writes + cached * cachedShare + writes * CACHE_WRITE_FACTOR;
  const microUsd = paidInput * input + usage.outputTokens * output;
  return microUsd / 1_000_000 + searches * (USD_PER_SEARCH[entry.provider] ?? 0);
}

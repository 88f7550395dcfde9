import * as z from "zod";

/** Every tier that any vendor has, least first. */
export const VENDOR_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type VendorEffort = (typeof VENDOR_EFFORTS)[number];

const tokens = z.int().positive();
const usd = z.number().nonnegative();

export const modelEntrySchema = z.strictObject({
  /** The vendor's own id, as it goes over the wire. */
  id: z.string().min(1),
  provider: z.string().min(1),
  aliases: z.array(z.string().min(1)).default([]),
  contextTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  images: z.boolean().default(false),
  /** The named effort tiers that the vendor accepts; empty where it takes none. */
  efforts: z.array(z.enum(VENDOR_EFFORTS)).default([]),
  /** Where effort is a number of thinking tokens instead: the bounds that the vendor accepts. */
  thinkingTokens: z.strictObject({ min: z.int().nonnegative(), max: tokens }).optional(),
  /** Whether the vendor accepts a temperature for this model. */
  temperature: z.boolean().default(true),
  webSearch: z.boolean().default(false),
  inputUsdPerMillion: usd.optional(),
  outputUsdPerMillion: usd.optional(),
  /** The prices of a whole call whose prompt is longer than this. */
  longPrompt: z
    .strictObject({ aboveTokens: tokens, inputUsdPerMillion: usd, outputUsdPerMillion: usd })
    .optional(),
});

export type ModelEntry = z.infer<typeof modelEntrySchema>;

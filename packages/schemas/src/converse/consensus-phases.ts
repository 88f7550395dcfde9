import * as z from "zod";
import { ConverseErrorPayload } from "./converse-error.ts";
import { Source } from "./usage.ts";

const tokens = z.int().min(0);
const milliseconds = z.number().min(0);

export const STANCES = ["for", "against", "neutral"] as const;

/** Which of several answers of one model this is. */
const entry = { stance: z.enum(STANCES).optional(), sample: z.int().min(1).optional() };

export const InitialAnswer = z.object({
  model: z.string(),
  status: z.literal("success"),
  response: z.string(),
  ...entry,
  sources: z.array(Source).optional(),
  metadata: z.object({
    provider: z.string(),
    input_tokens: tokens,
    output_tokens: tokens,
    response_time: milliseconds,
    cost_usd: z.number().min(0).optional(),
  }),
});
export type InitialAnswer = z.infer<typeof InitialAnswer>;

/** A failed refinement keeps the first answer: `refined_response` is null and `error` says why. */
export const RefinedAnswer = z.object({
  model: z.string(),
  status: z.enum(["success", "failed"]),
  initial_response: z.string(),
  refined_response: z.string().nullable(),
  ...entry,
  sources: z.array(Source).optional(),
  error: z.string().optional(),
  metadata: z.object({
    total_response_time: milliseconds,
    total_input_tokens: tokens,
    total_output_tokens: tokens,
    total_cost_usd: z.number().min(0).optional(),
  }),
});
export type RefinedAnswer = z.infer<typeof RefinedAnswer>;

export const FailedAnswer = z.object({
  model: z.string(),
  status: z.literal("failed"),
  ...ConverseErrorPayload.omit({ model: true }).shape,
  partial_response: z.string().optional().describe("What the model had written when it stopped"),
  ...entry,
  metadata: z.object({ response_time: milliseconds }).optional(),
});
export type FailedAnswer = z.infer<typeof FailedAnswer>;

export const ConsensusPhases = z.object({
  initial: z.array(InitialAnswer),
  refined: z.array(RefinedAnswer),
  failed: z.array(FailedAnswer),
});
export type ConsensusPhases = z.infer<typeof ConsensusPhases>;

import * as z from "zod";
import { ConsensusPhases } from "./consensus-phases.ts";
import { CONVERSE_ERROR_CODES } from "./converse-error.ts";
import { Notice } from "./notice.ts";
import {
  continuationId,
  images,
  prompt,
  reasoningEffort,
  temperature,
} from "./shared-parameters.ts";
import { UsageTotals } from "./usage.ts";

const MOST_MODELS = 100;

export const ConsensusInput = z.object({
  prompt: prompt.describe("The problem or proposal to gather opinions on, with all context"),
  models: z
    .array(
      z.object(
        { model: z.string().describe("Name or alias") },
        'must be an object such as {"model": "o3"}',
      ),
    )
    .refine((models) => models.length > 0, "must name at least one model")
    .refine((models) => models.length <= MOST_MODELS, `must name at most ${MOST_MODELS} models`)
    .describe("Models to consult, e.g. [{'model': 'o3'}, {'model': 'flash'}]"),
  relevant_files: z
    .array(z.string())
    .optional()
    .describe("Absolute paths of files to send as context"),
  images,
  continuation_id: continuationId,
  enable_cross_feedback: z
    .boolean()
    .default(true)
    .describe("Let each model refine its answer after seeing the others' (false is faster)"),
  cross_feedback_prompt: z.string().optional().describe("Instructions for the refinement phase"),
  temperature: temperature
    .default(0.2)
    .describe("Response randomness: 0.1 very focused, 0.5 balanced"),
  reasoning_effort: reasoningEffort,
});
export type ConsensusInput = z.infer<typeof ConsensusInput>;

const count = z.int().min(0);
const counts = {
  models_consulted: count,
  successful_initial_responses: count,
  failed_responses: count,
  refined_responses: count,
};

export const ConsensusOutput = z.object({
  status: z.literal("consensus_complete"),
  ...counts,
  phases: ConsensusPhases,
  continuation: z.object({ id: z.string(), messageCount: count }),
  settings: z.object({
    enable_cross_feedback: z.boolean(),
    temperature,
    models_requested: z.array(z.string()),
    reasoning_effort: reasoningEffort.unwrap().optional(),
  }),
  metadata: z
    .object({
      usage: UsageTotals,
      conversation: UsageTotals.optional().describe("Totals over the whole conversation"),
      response_time_ms: z.number().min(0),
      notices: z.array(Notice).optional(),
    })
    .optional(),
});
export type ConsensusOutput = z.infer<typeof ConsensusOutput>;

/** The structured content of a consensus in which no model answered. */
export const ConsensusFailure = z.object({
  status: z.literal("consensus_failed"),
  error: z.string(),
  code: z.enum(CONVERSE_ERROR_CODES),
  ...counts,
  phases: ConsensusPhases,
  retry_after: z.number().min(0).optional().describe("Seconds"),
});
export type ConsensusFailure = z.infer<typeof ConsensusFailure>;

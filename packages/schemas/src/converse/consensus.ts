import * as z from "zod";
import { Conclusion } from "./conclusion.ts";
import { ConsensusPhases, STANCES } from "./consensus-phases.ts";
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
const MOST_SAMPLES = 10;
const MOST_LAPS = 5;
export const CONSENSUS_MODES = ["independent", "debate", "roundtable"] as const;

const modelEntry = z.object({
  model: z.string(),
  stance: z.enum(STANCES).optional(),
  samples: z.int().min(1).max(MOST_SAMPLES).optional(),
});

export const ConsensusInput = z.object({
  prompt: prompt.describe("The problem or proposal, with all context"),
  models: z
    .array(
      z.union(
        [modelEntry, z.string()],
        'must be a name, or an object such as {"model": "gpt-6.1-sol"}',
      ),
    )
    .refine((models) => models.length > 0, "must name at least one model")
    .refine((models) => models.length <= MOST_MODELS, `must name at most ${MOST_MODELS} models`)
    .optional()
    .describe("Models to consult; left out: the best of three vendors"),
  relevant_files: z.array(z.string()).optional().describe("Like files of chat"),
  images,
  continuation_id: continuationId,
  // Published with the contract's default, but not filled in: only a given `true` asks for the round in any case.
  enable_cross_feedback: z
    .boolean()
    .optional()
    .meta({ default: true })
    .describe("true: all refine their answers; false: none (faster); left out: on disputes only"),
  cross_feedback_prompt: z.string().optional().describe("Instructions for the refinement"),
  temperature: temperature.default(0.2).describe("Randomness: 0.1 focused, 0.5 balanced"),
  reasoning_effort: reasoningEffort,
  judge: z.string().optional().describe("Model for the conclusion, or 'off'"),
  min_responses: z.int().min(1).max(MOST_MODELS).optional().describe("Quorum"),
  mode: z
    .enum(CONSENSUS_MODES)
    .default("independent")
    .describe("debate: they answer each other; roundtable: one after the other"),
  laps: z.int().min(1).max(MOST_LAPS).default(2).describe("Of these"),
  use_websearch: z.boolean().default(false).describe("Search the web"),
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
  conclusion: Conclusion.optional(),
  phases: ConsensusPhases,
  /** Every statement of a debate or round table, in the order of speaking. */
  discussion: z
    .array(z.object({ lap: z.int().min(1), model: z.string(), statement: z.string() }))
    .optional(),
  continuation: z.object({ id: z.string(), messageCount: count }),
  settings: z.object({
    enable_cross_feedback: z.boolean(),
    temperature,
    models_requested: z.array(z.string()),
    reasoning_effort: reasoningEffort.unwrap().optional(),
    mode: z.enum(CONSENSUS_MODES).optional(),
    laps: z.int().min(1).optional(),
    min_responses: z.int().min(1).optional(),
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

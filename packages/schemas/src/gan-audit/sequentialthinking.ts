import * as z from "zod";
import { integerFrom } from "../primitives/integer.ts";
import { GanFailure, GanReview } from "./gan-review.ts";

const ordinal = integerFrom(1);

export const SequentialThinkingInput = z.object({
  thought: z
    .string()
    .describe(
      "The current thinking step. Code or a diff in it is reviewed. A fenced gan-config block with JSON sets the review: task, scope (diff, paths, workspace), paths, threshold, judges, maxCycles, applyFixes",
    ),
  nextThoughtNeeded: z.boolean().describe("Whether another step is needed"),
  thoughtNumber: ordinal.describe("Number of this step, from 1"),
  totalThoughts: ordinal.describe("Estimated number of steps"),
  isRevision: z.boolean().optional().describe("Whether this step revises an earlier one"),
  revisesThought: ordinal.optional().describe("Number of the step it revises"),
  branchFromThought: ordinal.optional().describe("Number of the step it branches from"),
  branchId: z
    .string()
    .optional()
    .describe("Name of the branch; it is also the review session that later steps continue"),
  needsMoreThoughts: z
    .boolean()
    .optional()
    .describe("Whether more steps are needed than was thought"),
});
export type SequentialThinkingInput = z.infer<typeof SequentialThinkingInput>;

export const SequentialThinkingOutput = z.object({
  thoughtNumber: ordinal,
  totalThoughts: ordinal,
  nextThoughtNeeded: z.boolean(),
  branches: z.array(z.string()),
  thoughtHistoryLength: integerFrom(0),
  sessionId: z.string().optional(),
  gan: z.union([GanReview, GanFailure]).optional(),
  /** Why a thought with code was not audited. */
  notice: z.string().optional(),
});
export type SequentialThinkingOutput = z.infer<typeof SequentialThinkingOutput>;

/** The content of a failed call, next to `isError`. */
export const SequentialThinkingFailure = z.object({
  error: z.string(),
  status: z.literal("failed"),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type SequentialThinkingFailure = z.infer<typeof SequentialThinkingFailure>;

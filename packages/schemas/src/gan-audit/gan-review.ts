import * as z from "zod";

export const GAN_VERDICTS = ["pass", "revise", "reject"] as const;

const Percentage = z.number().min(0).max(100);

/** A judge that failed has notes and no score. */
export const JudgeCard = z.object({
  model: z.string(),
  score: Percentage.optional(),
  notes: z.string().optional(),
});
export type JudgeCard = z.infer<typeof JudgeCard>;

export const InlineComment = z.object({
  path: z.string(),
  line: z.int().min(1),
  comment: z.string(),
});
export type InlineComment = z.infer<typeof InlineComment>;

export const GanReview = z.object({
  overall: Percentage,
  dimensions: z.array(z.object({ name: z.string(), score: Percentage })),
  verdict: z.enum(GAN_VERDICTS),
  review: z.object({
    summary: z.string(),
    inline: z.array(InlineComment),
    citations: z.array(z.string()),
  }),
  proposed_diff: z.string().nullable().optional(),
  iterations: z.int().min(0),
  judge_cards: z.array(JudgeCard),
});
export type GanReview = z.infer<typeof GanReview>;

/** Stands in `gan` when every judge failed: no score is made up. */
export const GanFailure = z.object({
  error: z.string(),
  judge_cards: z.array(JudgeCard),
});
export type GanFailure = z.infer<typeof GanFailure>;

import * as z from "zod";

const text = z.string();

/** The findings of a consensus's judge. Models are named as in `phases`. */
export const Conclusion = z.object({
  synthesis: text.describe("The answer to the question, from all answers together"),
  agreed: z.array(text),
  disputed: z.array(
    z.object({
      point: text,
      material: z.boolean().describe("The answer to the question depends on it"),
      positions: z.array(z.object({ models: z.array(text), position: text })),
    }),
  ),
  ranking: z.array(text).describe("Models, the best answer first; the judge's own is left out"),
  dissent: text.optional().describe("The strongest view that the synthesis does not follow"),
  confidence: z.number().min(0).max(1),
  judge: z.object({
    model: text,
    provider: text,
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
    response_time: z.number().min(0),
    cost_usd: z.number().min(0).optional(),
  }),
});
export type Conclusion = z.infer<typeof Conclusion>;

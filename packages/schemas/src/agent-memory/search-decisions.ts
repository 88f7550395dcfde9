import * as z from "zod";
import { BaseResponse } from "./base-response.ts";
import { textOfAtLeast } from "./text-of-at-least.ts";

export const SEARCH_MODES = ["strict", "balanced", "audit"] as const;
export const DECISION_STATUSES = ["active", "superseded", "deprecated", "draft"] as const;

export const SearchDecisionsInput = z.object({
  query: textOfAtLeast(1).describe(
    'Question or topic in plain words, such as "which database do we use?"',
  ),
  limit: z.int().min(1).max(20).default(5).describe("Most decisions to return"),
  mode: z
    .enum(SEARCH_MODES)
    .default("balanced")
    .describe(
      "strict: only decisions in force; balanced: the best of each target, active first; audit: the whole history",
    ),
});
export type SearchDecisionsInput = z.infer<typeof SearchDecisionsInput>;

export const SearchResult = z.object({
  id: z.string(),
  score: z.number(),
  status: z.enum(DECISION_STATUSES),
  preview: z.string(),
  kind: z.enum(["decision", "proposal"]),
  title: z.string().optional(),
  target: z.string().optional(),
  origin: z.enum(["human", "agent"]).optional(),
  relevance: z
    .number()
    .optional()
    .describe("From 0 to 1, without the boosts and penalties that make the score of it"),
  project: z.string().optional().describe("The project it belongs to; without one it is for all"),
  replaces: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .optional()
    .describe("Superseded decisions that matched the query and led to this one"),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchDecisionsOutput = BaseResponse.extend({
  results: z.array(SearchResult),
  search: z.enum(["hybrid", "bm25"]).optional().describe("The method that answered"),
});
export type SearchDecisionsOutput = z.infer<typeof SearchDecisionsOutput>;

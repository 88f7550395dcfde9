import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { optionalSessionId, optionalText } from "./tool-parameters.ts";

export const SEARCH_STRATEGIES = ["beam", "best_first"] as const;
export const SEARCH_ENDS = ["target", "budget", "no_improvement", "exhausted"] as const;

export const ReasoningGotSearchInput = z.object({
  problem: nonBlankText("Problem").describe("The problem to solve; every model call gets it"),
  content: optionalText.describe("Where to start: a first thought (default: the problem itself)"),
  session_id: optionalSessionId,
  strategy: z
    .enum(SEARCH_STRATEGIES)
    .default("beam")
    .describe(
      "beam: the best of each level go on; best_first: the best open thought of all goes on",
    ),
  width: z.int().min(1).max(10).default(3).describe("How many thoughts go on at a time"),
  k: z.int().min(1).max(10).default(4).describe("Continuations of each"),
  max_depth: z.int().min(1).max(20).default(5).describe("Steps from the start at most"),
  budget_calls: z.int().min(2).max(200).default(20).describe("Model calls at most"),
  budget_tokens: z
    .int()
    .min(1)
    .optional()
    .describe("Tokens at most, as far as the provider counts them"),
  patience: z
    .int()
    .min(1)
    .max(50)
    .default(4)
    .describe("Stop after so many levels without a better score"),
  target_score: UnitInterval.default(0.95).describe("Stop when a thought reaches this score"),
});
export type ReasoningGotSearchInput = z.infer<typeof ReasoningGotSearchInput>;

const Solution = z.object({ node_id: text, content: text, score: UnitInterval, depth: count });

export const ReasoningGotSearchOutput = z.object({
  graph_id: text,
  session_id: text,
  best: Solution.extend({ path: texts.describe("From the start to it") }),
  others: z.array(Solution).describe("The next best"),
  stopped_by: z.enum(SEARCH_ENDS),
  levels: count,
  nodes_scored: count,
  calls: count,
  tokens: count,
  notes,
});
export type ReasoningGotSearchOutput = z.infer<typeof ReasoningGotSearchOutput>;

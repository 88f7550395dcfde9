import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import { graphId, nodeId, optionalTexts, problem } from "./tool-parameters.ts";

export const ReasoningGotScoreInput = z.object({
  graph_id: graphId,
  node_id: nodeId.describe("Node ID to score"),
  problem: problem.describe("Problem context for scoring"),
  node_ids: optionalTexts.describe(
    "Further nodes to score in the same call, such as all continuations of a node: one model call for all",
  ),
  scores: z
    .array(UnitInterval)
    .min(1)
    .optional()
    .describe("Your own scores (0-1), of node_id first and then of node_ids; no model is asked"),
});
export type ReasoningGotScoreInput = z.infer<typeof ReasoningGotScoreInput>;

const Score = z.object({
  node_id: text,
  score: UnitInterval,
  breakdown: z
    .object({
      relevance: UnitInterval,
      validity: UnitInterval,
      depth: UnitInterval,
      novelty: UnitInterval,
    })
    .nullable()
    .describe("Null if you gave the score"),
  rationale: text,
});

export const ReasoningGotScoreOutput = Score.extend({
  graph_id: text,
  session_id: text,
  scores: z.array(Score).optional().describe("Of node_ids, in their order"),
  notes,
});
export type ReasoningGotScoreOutput = z.infer<typeof ReasoningGotScoreOutput>;

import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { notes, text } from "./response-fields.ts";
import { graphId, nodeId, problem } from "./tool-parameters.ts";

export const ReasoningGotScoreInput = z.object({
  graph_id: graphId,
  node_id: nodeId.describe("Node ID to score"),
  problem: problem.describe("Problem context for scoring"),
});
export type ReasoningGotScoreInput = z.infer<typeof ReasoningGotScoreInput>;

export const ReasoningGotScoreOutput = z.object({
  graph_id: text,
  session_id: text,
  node_id: text,
  score: UnitInterval,
  breakdown: z.object({
    relevance: UnitInterval,
    validity: UnitInterval,
    depth: UnitInterval,
    novelty: UnitInterval,
  }),
  rationale: text,
  notes,
});
export type ReasoningGotScoreOutput = z.infer<typeof ReasoningGotScoreOutput>;

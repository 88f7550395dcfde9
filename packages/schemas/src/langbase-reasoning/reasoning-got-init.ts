import * as z from "zod";
import { anyInteger } from "../primitives/integer.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { text } from "./response-fields.ts";
import { content, optionalSessionId, problem } from "./tool-parameters.ts";

const positive = anyInteger()
  .refine((value) => value >= 1, "must be at least 1")
  .optional();

/** The contract publishes no bounds here, but they are checked. */
export const GraphConfig = z.object({
  max_depth: positive.describe("Deepest level of thoughts"),
  max_branches: positive.describe("Most continuations of one node"),
  prune_threshold: z
    .number()
    .refine((value) => value >= 0 && value <= 1, "must be from 0 to 1")
    .optional()
    .describe("Score below which pruning removes a node"),
});
export type GraphConfig = z.infer<typeof GraphConfig>;

export const ReasoningGotInitInput = z.object({
  content: content.describe("Initial thought content for root node"),
  session_id: optionalSessionId,
  problem: problem.describe("Problem description for context"),
  config: GraphConfig.optional().describe("Graph configuration"),
});
export type ReasoningGotInitInput = z.infer<typeof ReasoningGotInitInput>;

export const ReasoningGotInitOutput = z.object({
  graph_id: text,
  session_id: text,
  root_node_id: text,
  content: text,
  confidence: UnitInterval,
});
export type ReasoningGotInitOutput = z.infer<typeof ReasoningGotInitOutput>;

import * as z from "zod";
import { CausalEvent } from "./causal-event.ts";
import { count, text, texts } from "./response-fields.ts";
import { identifier, optionalIdentifier } from "./tool-parameters.ts";

export const CausalExplainInput = z.strictObject({
  outcome_id: identifier("Id of the event to explain"),
  cause_id: optionalIdentifier("Id of an earlier event: also explain the path from it"),
  max_depth: z.int().min(1).max(1_000).default(50).describe("How many steps to trace back"),
});
export type CausalExplainInput = z.infer<typeof CausalExplainInput>;

/** Ancestors come before what they caused; `path` runs from the asked cause to the outcome. */
export const CausalExplainOutput = z.object({
  outcome: CausalEvent,
  ancestors: z.array(CausalEvent),
  edges: z.array(z.object({ from: text, to: text })),
  depth: count,
  path: texts.optional(),
  truncated: z.boolean(),
});
export type CausalExplainOutput = z.infer<typeof CausalExplainOutput>;

import * as z from "zod";
import { anyObject } from "../primitives/record-of.ts";
import { count, instant, nextCursor, nullableText, text, texts } from "./response-fields.ts";
import { cursor, identifier, optionalIdentifier, pageSize } from "./tool-parameters.ts";

export const CausalEvent = z.object({
  id: text,
  type: text,
  ts: instant,
  run_id: nullableText,
  label: nullableText,
  data: anyObject(),
  causes: texts,
  effects: texts,
});
export type CausalEvent = z.infer<typeof CausalEvent>;

export const CausalExportInput = z.strictObject({
  run_id: optionalIdentifier("Only of this run"),
  limit: pageSize(500, 250),
  cursor,
});
export type CausalExportInput = z.infer<typeof CausalExportInput>;

export const CausalExportOutput = z.object({
  events: z.array(CausalEvent),
  next_cursor: nextCursor,
});
export type CausalExportOutput = z.infer<typeof CausalExportOutput>;

export const CausalExplainInput = z.strictObject({
  outcome_id: identifier("Event to explain"),
  cause_id: optionalIdentifier("Ask for the path from this event"),
  max_depth: z.int().min(1).max(1_000).default(50).describe("Steps back"),
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

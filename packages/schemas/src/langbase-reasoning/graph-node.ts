import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, text } from "./response-fields.ts";

export const GRAPH_NODE_TYPES = [
  "thought",
  "hypothesis",
  "conclusion",
  "aggregation",
  "root",
  "refinement",
  "terminal",
] as const;

/** `score` is null until the node is scored. */
export const GraphNode = z.object({
  id: text,
  graph_id: text,
  content: text,
  node_type: z.enum(GRAPH_NODE_TYPES),
  score: UnitInterval.nullable(),
  depth: count,
  is_active: z.boolean(),
  is_terminal: z.boolean(),
  created_at: IsoTimestamp,
});
export type GraphNode = z.infer<typeof GraphNode>;

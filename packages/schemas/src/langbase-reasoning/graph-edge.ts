import * as z from "zod";
import { IsoTimestamp } from "../primitives/iso-timestamp.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { text } from "./response-fields.ts";

export const GRAPH_EDGE_TYPES = [
  "generates",
  "refines",
  "aggregates",
  "supports",
  "contradicts",
] as const;

export const GraphEdge = z.object({
  id: text,
  graph_id: text,
  from_node: text,
  to_node: text,
  edge_type: z.enum(GRAPH_EDGE_TYPES),
  weight: UnitInterval,
  created_at: IsoTimestamp,
});
export type GraphEdge = z.infer<typeof GraphEdge>;

import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { graphId } from "./tool-parameters.ts";

export const ReasoningGotStateInput = z.object({ graph_id: graphId });
export type ReasoningGotStateInput = z.infer<typeof ReasoningGotStateInput>;

export const ReasoningGotStateOutput = z.object({
  graph_id: text,
  session_id: text,
  node_count: count,
  edge_count: count,
  max_depth: count,
  active_nodes: count,
  terminal_nodes: count,
  has_cycle: z.boolean(),
});
export type ReasoningGotStateOutput = z.infer<typeof ReasoningGotStateOutput>;

import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { count, text, texts } from "./response-fields.ts";
import { graphId, graphVersion, identifier } from "./tool-parameters.ts";

export const GraphCriticalPathInput = z.strictObject({
  graph_id: graphId,
  duration_attribute: identifier("Node attribute with the duration, a number").default("duration"),
  default_duration: amount().min(0).default(1).describe("Duration of nodes without the attribute"),
  version: graphVersion,
});
export type GraphCriticalPathInput = z.infer<typeof GraphCriticalPathInput>;

const time = z.number();

export const GraphCriticalPathOutput = z.object({
  graph_id: text,
  version: count,
  duration: time,
  path: texts,
  nodes: z.array(
    z.object({
      id: text,
      earliest_start: time,
      earliest_finish: time,
      latest_start: time,
      latest_finish: time,
      slack: time,
    }),
  ),
});
export type GraphCriticalPathOutput = z.infer<typeof GraphCriticalPathOutput>;

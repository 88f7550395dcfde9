import * as z from "zod";
import { text, texts } from "./response-fields.ts";
import { runId } from "./tool-parameters.ts";

export const REDUCERS = ["concat", "merge_json", "sum", "vote"] as const;

export const PlanReduceInput = z.strictObject({
  run_id: runId,
  reducer: z.enum(REDUCERS).describe("How to combine the outputs of the tasks"),
  node_ids: z.array(z.string()).optional().describe("Only the outputs of these nodes"),
});
export type PlanReduceInput = z.infer<typeof PlanReduceInput>;

/** `skipped` are nodes without an output that the reducer can use. */
export const PlanReduceOutput = z.object({
  run_id: text,
  reducer: z.enum(REDUCERS),
  value: z.unknown(),
  sources: texts,
  skipped: texts,
});
export type PlanReduceOutput = z.infer<typeof PlanReduceOutput>;

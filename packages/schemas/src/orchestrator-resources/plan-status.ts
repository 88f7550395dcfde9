import * as z from "zod";
import { RunSnapshot } from "./run-snapshot.ts";
import { runId } from "./tool-parameters.ts";

export const PlanStatusInput = z.strictObject({
  run_id: runId,
  node_ids: z
    .array(z.string())
    .max(20)
    .optional()
    .describe("Report these tasks, with their whole outputs"),
  include_nodes: z
    .boolean()
    .default(false)
    .describe("Also report each task with its state and error"),
});
export type PlanStatusInput = z.infer<typeof PlanStatusInput>;

export const PlanStatusOutput = RunSnapshot;
export type PlanStatusOutput = z.infer<typeof PlanStatusOutput>;

import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const PlanCompileBtInput = z.strictObject({ graph_id: graphId, version: graphVersion });
export type PlanCompileBtInput = z.infer<typeof PlanCompileBtInput>;

export const PlanCompileBtOutput = z.object({
  graph_id: text,
  graph_version: count,
  tree: z.looseObject({ type: text }).describe("Input of plan_run_bt"),
  task_count: count,
});
export type PlanCompileBtOutput = z.infer<typeof PlanCompileBtOutput>;

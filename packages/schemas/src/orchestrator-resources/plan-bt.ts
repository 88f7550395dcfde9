import * as z from "zod";
import { BehaviourTree } from "./behaviour-tree.ts";
import { StartedRun } from "./plan-run.ts";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion, idempotencyKey, optionalDuration } from "./tool-parameters.ts";

export const PlanCompileBtInput = z.strictObject({ graph_id: graphId, version: graphVersion });
export type PlanCompileBtInput = z.infer<typeof PlanCompileBtInput>;

export const PlanCompileBtOutput = z.object({
  graph_id: text,
  graph_version: count,
  tree: z.looseObject({ type: text }).describe("Input of plan_run_bt"),
  task_count: count,
});
export type PlanCompileBtOutput = z.infer<typeof PlanCompileBtOutput>;

export const PlanRunBtInput = z.strictObject({
  tree: BehaviourTree,
  timeout_ms: optionalDuration("Whole run"),
  idempotency_key: idempotencyKey,
});
export type PlanRunBtInput = z.infer<typeof PlanRunBtInput>;

export const PlanRunBtOutput = StartedRun;
export type PlanRunBtOutput = z.infer<typeof PlanRunBtOutput>;

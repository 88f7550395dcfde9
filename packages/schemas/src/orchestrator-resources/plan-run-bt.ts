import * as z from "zod";
import { BehaviourTree } from "./behaviour-tree.ts";
import { StartedRun } from "./run-snapshot.ts";
import { idempotencyKey, optionalDuration } from "./tool-parameters.ts";

export const PlanRunBtInput = z.strictObject({
  tree: BehaviourTree,
  timeout_ms: optionalDuration("Time limit of the whole run in milliseconds"),
  idempotency_key: idempotencyKey,
});
export type PlanRunBtInput = z.infer<typeof PlanRunBtInput>;

export const PlanRunBtOutput = StartedRun;
export type PlanRunBtOutput = z.infer<typeof PlanRunBtOutput>;

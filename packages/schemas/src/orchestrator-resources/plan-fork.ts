import * as z from "zod";
import { recordOf } from "../primitives/record-of.ts";
import { PlanRunOutput } from "./plan-run.ts";
import { idempotencyKey, identifier, runId } from "./tool-parameters.ts";

export const PlanForkInput = z.strictObject({
  run_id: runId,
  from: identifier("Task that runs again, with everything after it; of the graph itself"),
  inputs: recordOf(z.unknown()).optional().describe("Other values for {{inputs.x}}"),
  idempotency_key: idempotencyKey,
});
export type PlanForkInput = z.infer<typeof PlanForkInput>;

export const PlanForkOutput = PlanRunOutput;
export type PlanForkOutput = z.infer<typeof PlanForkOutput>;

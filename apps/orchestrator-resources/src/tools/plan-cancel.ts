import { defineTool } from "@faculties/mcp-kit";
import {
  PlanCancelInput,
  PlanCancelOutput,
} from "@faculties/schemas/orchestrator-resources/plan-cancel";
import { ENDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { nothingToCancel } from "../runs/cancel-operation.ts";
import { findRun } from "../store/runs.ts";

export const planCancelTool = defineTool({
  name: "plan_cancel",
  title: "Cancel a run",
  description:
    "Stop (abort) a run and kill its processes. What has finished stays finished. To hold it only for a while use plan_pause.",
  input: PlanCancelInput,
  output: PlanCancelOutput,
  annotations: ENDS,
  async run({ run_id, reason }, { database, steering }: Context) {
    const run = await database.query((tx) => findRun(tx, run_id));
    if (!run) throw nothingToCancel("run", run_id);
    const { outcome, cancelledOps } = await steering.cancel(run_id, reason ?? "cancelled");
    return { run_id, outcome, cancelled_ops: cancelledOps };
  },
});

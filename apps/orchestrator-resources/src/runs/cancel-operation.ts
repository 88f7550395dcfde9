import { CodedError } from "@faculties/errors";
import type { OpCancelOutput } from "@faculties/schemas/orchestrator-resources/op-cancel";
import type { Context } from "../context.ts";
import { findChildByOperation, LIVE_STATES } from "../store/children.ts";
import { findRunByOperation } from "../store/runs.ts";
import type { ChildRow } from "../store/tables.ts";

/** Cancels whatever has this operation id. */
export async function cancelOperation(
  context: Pick<Context, "database" | "steering" | "children">,
  opId: string,
  reason: string,
): Promise<OpCancelOutput> {
  const run = await context.database.query((tx) => findRunByOperation(tx, opId));
  if (run) {
    const { outcome } = await context.steering.cancel(run.runId, reason);
    return { op_id: opId, outcome, run_id: run.runId, child_id: null };
  }
  const child = await context.database.query((tx) => findChildByOperation(tx, opId));
  if (!child) throw nothingToCancel("operation", opId);
  const outcome = await cancelChild(context, child, reason);
  return { op_id: opId, outcome, run_id: child.runId, child_id: child.childId };
}

export function nothingToCancel(what: string, id: string): CodedError {
  return new CodedError("E-CANCEL-NOTFOUND", `There is no ${what} "${id}" to cancel.`, {
    details: { id },
  });
}

async function cancelChild(
  { children }: Pick<Context, "children">,
  { childId, state }: ChildRow,
  reason: string,
): Promise<OpCancelOutput["outcome"]> {
  if (state === "killed" || state === "stopping") return "already_cancelled";
  if (!LIVE_STATES.includes(state)) return "already_finished";
  await children.stop(childId, undefined, reason);
  await children.whenEnded(childId);
  return "requested";
}

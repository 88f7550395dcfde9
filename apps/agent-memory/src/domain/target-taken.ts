import type { DecisionInForce } from "./decision.ts";
import { memoryError } from "./memory-error.ts";

/** Recording on a target that already has an active decision; says how to go on. */
export function targetTaken({ id, target, title }: DecisionInForce) {
  return memoryError(
    "TARGET_TAKEN",
    `"${target}" already has the active decision ${id} ("${title}"). Replace it with supersede_decision and old_decision_ids ["${id}"].`,
    { decision_id: id },
  );
}

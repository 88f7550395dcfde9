import type { Role } from "./access.ts";
import { type Decision, type DecisionInForce, shorten } from "./decision.ts";
import { targetKeyOf } from "./project.ts";
import { memoryError } from "./memory-error.ts";

const LONGEST_LIST = 500;

export type Replacement = {
  role: Role;
  target: string;
  /** Of the old decisions that exist. */
  project: string;
  oldIds: readonly string[];
  /** The old decisions that exist. */
  found: readonly Decision[];
  /** All active decisions of the target. */
  active: readonly DecisionInForce[];
};

/** Refuses a replacement unless it covers exactly the active decisions of its target and the role may do it. */
export function checkSupersede({
  role,
  target,
  project,
  oldIds,
  found,
  active,
}: Replacement): void {
  const known = new Map(found.map((decision) => [decision.id, decision]));
  const missing = oldIds.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw memoryError(
      "DECISION_NOT_FOUND",
      `There is no decision ${shorten(missing.join(", "), LONGEST_LIST)}.`,
      { ids: missing },
    );
  const human = found.filter(({ origin }) => origin === "human");
  if (role !== "admin" && human.length > 0)
    throw memoryError(
      "ISOLATION_VIOLATION",
      `${ids(human)} was decided by a human; only the role admin may supersede it.`,
      { ids: human.map(({ id }) => id) },
    );
  const inactive = found.filter(({ status }) => status !== "active");
  if (inactive.length > 0)
    throw memoryError(
      "DECISION_NOT_ACTIVE",
      `${inactive.map(({ id, status }) => `${id} is ${status}`).join(", ")}; name the active decision of the target instead${active.length > 0 ? `: ${ids(active)}` : ""}.`,
      { ids: inactive.map(({ id }) => id) },
    );
  const elsewhere = found.filter(
    (decision) => targetKeyOf(decision) !== targetKeyOf({ project, target }),
  );
  if (elsewhere.length > 0)
    throw memoryError(
      "TARGET_MISMATCH",
      `${elsewhere.map((one) => `${one.id} is about "${one.target}"`).join(", ")}, not "${target}". Use the same target.`,
      { ids: elsewhere.map(({ id }) => id) },
    );
  const uncovered = active.filter(({ id }) => !known.has(id));
  if (uncovered.length > 0)
    throw memoryError(
      "SUPERSEDE_INCOMPLETE",
      `"${target}" also has the active decision ${ids(uncovered)}. Put it into old_decision_ids too.`,
      { ids: uncovered.map(({ id }) => id) },
    );
}

function ids(decisions: readonly DecisionInForce[]): string {
  return decisions.map(({ id }) => id).join(", ");
}

/** The target already has an active decision; the message says how to replace it. */
export function targetTaken({ id, target, title }: DecisionInForce) {
  return memoryError(
    "TARGET_TAKEN",
    `"${target}" already has the active decision ${id} ("${title}"). Replace it with supersede_decision and old_decision_ids ["${id}"].`,
    { decision_id: id },
  );
}

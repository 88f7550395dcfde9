import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { checkSupersede, targetTaken } from "../domain/check-supersede.ts";
import type { DecisionText, Origin } from "../domain/decision.ts";
import { commitCooledDown } from "../store/commit.ts";
import {
  activeOfTarget,
  findDecisions,
  insertDecision,
  newId,
  setDecisionStatus,
} from "../store/decisions.ts";
import { insertLinks } from "../store/links.ts";
import { targetKey } from "../store/lock-keys.ts";

/** A decision to put in force, and the active decisions that it replaces. */
export type DecisionToMake = { text: DecisionText; origin: Origin; oldIds: readonly string[] };

/** Records a decision on a target that has no active one, and returns its id. */
export async function recordDecision(context: Context, text: DecisionText): Promise<string> {
  const record = async (tx: Transaction) => {
    const id = await putInForce(tx, context, { text, origin: "agent", oldIds: [] });
    const entry = { action: "record" as const, target: text.target.trim(), subjects: [id] };
    return { result: id, entries: [entry], texts: [id] };
  };
  return commitCooledDown(context, record, { locks: [targetKey(text.target)] });
}

/** Replaces active decisions by a new one: all of them or none. */
export async function supersedeDecision(
  context: Context,
  text: DecisionText,
  givenIds: readonly string[],
): Promise<{ id: string; oldIds: string[] }> {
  const oldIds = [...new Set(givenIds)];
  const supersede = async (tx: Transaction) => {
    const id = await putInForce(tx, context, { text, origin: "agent", oldIds });
    const entry = {
      action: "supersede" as const,
      target: text.target.trim(),
      subjects: [id, ...oldIds],
    };
    return { result: { id, oldIds }, entries: [entry], texts: [id] };
  };
  // Only old decisions of the same target are accepted, so the key of this target guards all of them.
  return commitCooledDown(context, supersede, { locks: [targetKey(text.target)] });
}

/** Puts a new decision in force in place of the old ones, which must be all active decisions of its target. */
export async function putInForce(
  tx: Transaction,
  { index, access, clock }: Context,
  { text, origin, oldIds }: DecisionToMake,
): Promise<string> {
  if (oldIds.length === 0) {
    const [active] = await activeOfTarget(tx, text.target);
    if (active !== undefined) throw targetTaken(active);
  } else {
    const found = await findDecisions(tx, oldIds);
    const active = await activeOfTarget(tx, text.target);
    checkSupersede({ role: access.role, target: text.target, oldIds, found, active });
  }
  const id = newId("dec");
  for (const old of oldIds) await setDecisionStatus(tx, index, old, "superseded");
  const createdAt = clock.now();
  await insertDecision(tx, index, { ...text, id, status: "active", origin, createdAt });
  if (oldIds.length > 0)
    await insertLinks(
      tx,
      oldIds.map((oldId) => ({ newId: id, oldId, kind: "supersedes" })),
    );
  return id;
}

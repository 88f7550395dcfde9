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
export type DecisionToMake = {
  text: DecisionText;
  /** Of a decision that replaces others, theirs counts. */
  project: string;
  origin: Origin;
  oldIds: readonly string[];
};

/** Records a decision on a target that has no active one, and returns its id. */
export async function recordDecision(
  context: Context,
  text: DecisionText,
  project: string,
): Promise<string> {
  const record = async (tx: Transaction) => {
    const id = await putInForce(tx, context, { text, project, origin: "agent", oldIds: [] });
    const entry = { action: "record" as const, target: text.target.trim(), subjects: [id] };
    return { result: id, entries: [entry], texts: [id] };
  };
  return commitCooledDown(context, record, {
    locks: [targetKey({ project, target: text.target })],
  });
}

/** Replaces active decisions by a new one in their project: all of them or none. */
export async function supersedeDecision(
  context: Context,
  text: DecisionText,
  { oldIds: givenIds, project }: { oldIds: readonly string[]; project: string },
): Promise<{ id: string; oldIds: string[] }> {
  const oldIds = [...new Set(givenIds)];
  const owner = await context.storage.query((tx) => projectOfOld(tx, oldIds, project));
  const supersede = async (tx: Transaction) => {
    const id = await putInForce(tx, context, { text, project: owner, origin: "agent", oldIds });
    const entry = {
      action: "supersede" as const,
      target: text.target.trim(),
      subjects: [id, ...oldIds],
    };
    return { result: { id, oldIds }, entries: [entry], texts: [id] };
  };
  // Only old decisions of the same target are accepted, so the key of this target guards all of them.
  return commitCooledDown(context, supersede, {
    locks: [targetKey({ project: owner, target: text.target })],
  });
}

/** A decision never changes its project. */
async function projectOfOld(
  tx: Transaction,
  oldIds: readonly string[],
  project: string,
): Promise<string> {
  const [first] = await findDecisions(tx, oldIds.slice(0, 1));
  return first?.project ?? project;
}

/** Puts a new decision in force in place of the old ones, which must be all active decisions of its target. */
export async function putInForce(
  tx: Transaction,
  { index, access, clock }: Context,
  { text, project, origin, oldIds }: DecisionToMake,
): Promise<string> {
  const placed = { project, target: text.target };
  const found = await findDecisions(tx, oldIds);
  const active = await activeOfTarget(tx, placed);
  if (oldIds.length > 0) checkSupersede({ role: access.role, ...placed, oldIds, found, active });
  else if (active[0] !== undefined) throw targetTaken(active[0]);
  const id = newId("dec");
  for (const old of found) await setDecisionStatus(tx, index, old, "superseded");
  const createdAt = clock.now();
  await insertDecision(tx, index, { ...text, id, status: "active", origin, createdAt, project });
  if (oldIds.length > 0)
    await insertLinks(
      tx,
      oldIds.map((oldId) => ({ newId: id, oldId, kind: "supersedes" })),
    );
  return id;
}

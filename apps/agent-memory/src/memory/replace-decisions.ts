import type { Transaction } from "@faculties/storage";
import { checkSupersede } from "../domain/check-supersede.ts";
import type { DecisionText, Origin } from "../domain/decision.ts";
import {
  activeOfTarget,
  findDecisions,
  insertDecision,
  setDecisionStatus,
} from "../store/decisions.ts";
import { insertLinks } from "../store/links.ts";
import { newId } from "../store/new-id.ts";
import type { Memory } from "./memory.ts";

export type Replacement = { text: DecisionText; origin: Origin; oldIds: readonly string[] };

/** Puts a new decision in the place of all active ones of its target, inside the caller's transaction. */
export async function replaceDecisions(
  tx: Transaction,
  { index, access, clock }: Memory,
  { text, origin, oldIds }: Replacement,
): Promise<string> {
  const found = await findDecisions(tx, oldIds);
  const active = await activeOfTarget(tx, text.target);
  checkSupersede({ role: access.role, target: text.target, oldIds, found, active });
  const id = newId("dec");
  for (const old of oldIds) await setDecisionStatus(tx, index, old, "superseded");
  await insertDecision(tx, index, {
    ...text,
    id,
    status: "active",
    origin,
    createdAt: clock.now(),
  });
  await insertLinks(
    tx,
    oldIds.map((oldId) => ({ newId: id, oldId, kind: "supersedes" })),
  );
  return id;
}

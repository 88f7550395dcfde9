import type { Transaction } from "@faculties/storage";
import type { PlannedRecord } from "../domain/adr/plan-import.ts";
import type { DecisionStatus } from "../domain/decision.ts";
import {
  activeOfTarget,
  decisionsOfTarget,
  findDecisions,
  insertDecision,
  rewriteDecision,
  type StoredDecision,
} from "../store/decisions.ts";
import { decisionFromFile, proposalFromFile } from "../store/imported.ts";
import { newId } from "../store/new-id.ts";
import { closeProposal } from "../store/proposals.ts";
import type { Memory } from "./memory.ts";

export type Written = {
  outcome: "created" | "updated" | "unchanged" | "refused";
  id?: string;
  problem?: string;
};

/** Writes one record that is not a draft, unless something else is in force where it would be. */
export async function writeImportedDecision(
  tx: Transaction,
  { index, clock }: Memory,
  record: PlannedRecord,
): Promise<Written> {
  const { source } = record;
  const known = await findKnown(tx, record);
  const status = standingOf(record, known);
  const [active] = await activeOfTarget(tx, record.target);
  if (status === "active" && active !== undefined && active.id !== known?.id)
    return {
      outcome: "refused",
      problem: `left out, because ${active.id} ("${active.title}") is in force on "${active.target}".`,
    };
  const text = {
    title: record.title,
    target: known?.target ?? record.target,
    rationale: record.rationale || record.title,
    consequences: record.consequences,
  };
  if (known === undefined) {
    const id = record.id?.startsWith("dec_") ? record.id : newId("dec");
    const createdAt = record.date ?? clock.now();
    const origin = record.origin ?? "human";
    await insertDecision(tx, index, { ...text, id, status, origin, createdAt, source });
    await settleDraft(tx, index, source, id);
    return { outcome: "created", id };
  }
  const createdAt = record.date ?? known.createdAt;
  const wanted = { ...text, status, createdAt };
  if (isSame(known, wanted)) return { outcome: "unchanged", id: known.id };
  await rewriteDecision(tx, index, known.id, wanted);
  return { outcome: "updated", id: known.id };
}

/** The decision that this record already is: by id, by file, or by saying the same on the same target. */
async function findKnown(
  tx: Transaction,
  record: PlannedRecord,
): Promise<StoredDecision | undefined> {
  const [byId] = record.id === undefined ? [] : await findDecisions(tx, [record.id]);
  if (byId !== undefined) return byId;
  const bySource = await decisionFromFile(tx, record.source);
  if (bySource !== undefined) return bySource;
  const sameTarget = await decisionsOfTarget(tx, record.target);
  return sameTarget.find(
    ({ title, rationale }) =>
      title === record.title && rationale === (record.rationale || record.title),
  );
}

/** A decision that was replaced or given up since does not come back because its file does not know. */
function standingOf({ status }: PlannedRecord, known: StoredDecision | undefined): DecisionStatus {
  if (known !== undefined && known.status !== "active") return known.status;
  return status === "draft" ? "deprecated" : status;
}

function isSame(known: StoredDecision, wanted: Partial<StoredDecision>): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(known[key as keyof StoredDecision]) === JSON.stringify(value),
  );
}

/** A file that was a proposal and is accepted now closes the proposal. */
async function settleDraft(tx: Transaction, index: Memory["index"], source: string, id: string) {
  const draft = await proposalFromFile(tx, source);
  if (draft?.status === "draft") await closeProposal(tx, index, draft.id, "accepted", id);
}

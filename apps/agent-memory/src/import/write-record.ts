import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import type { PlannedRecord } from "../domain/adr/plan-import.ts";
import type { DecisionStatus } from "../domain/decision.ts";
import { targetKeyOf } from "../domain/project.ts";
import { createDraft, offerToReplace } from "../proposals/propose.ts";
import {
  type StoredDecision,
  activeOfTarget,
  decisionsOfTarget,
  findDecisions,
  insertDecision,
  newId,
  rewriteDecision,
} from "../store/decisions.ts";
import { decisionFromFile, proposalFromFile } from "../store/imported.ts";
import { closeProposal, findProposals, updateDraft } from "../store/proposals.ts";

export type Written = {
  outcome: "created" | "updated" | "unchanged" | "refused";
  id?: string;
  problem?: string;
};

/** Writes one record that is not a draft, unless another decision is in force on its target. */
export async function writeImportedDecision(
  tx: Transaction,
  { index, clock }: Context,
  record: PlannedRecord,
  given: string,
): Promise<Written> {
  const { source } = record;
  const known = await findKnown(tx, record, given);
  const project = known?.project ?? given;
  const status = statusFor(record, known);
  const [active] = await activeOfTarget(tx, { project, target: record.target });
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
    await insertDecision(tx, index, { ...text, id, status, origin, createdAt, project, source });
    await settleDraft(tx, index, source, id);
    return { outcome: "created", id };
  }
  const createdAt = record.date ?? known.createdAt;
  const wanted = { ...text, status, createdAt };
  if (hasAll(known, wanted)) return { outcome: "unchanged", id: known.id };
  await rewriteDecision(tx, index, known, wanted);
  return { outcome: "updated", id: known.id };
}

/** The stored decision of this record: by id, by file, or by the same text on the same target. */
async function findKnown(
  tx: Transaction,
  record: PlannedRecord,
  project: string,
): Promise<StoredDecision | undefined> {
  const [byId] = record.id === undefined ? [] : await findDecisions(tx, [record.id]);
  if (byId !== undefined) return byId;
  const bySource = await decisionFromFile(tx, record.source);
  if (bySource !== undefined) return bySource;
  const sameTarget = await decisionsOfTarget(tx, [targetKeyOf({ project, target: record.target })]);
  return sameTarget.find(
    ({ title, rationale }) =>
      title === record.title && rationale === (record.rationale || record.title),
  );
}

/** A decision that was replaced or deprecated since stays so, even if its file still says otherwise. */
function statusFor({ status }: PlannedRecord, known: StoredDecision | undefined): DecisionStatus {
  if (known !== undefined && known.status !== "active") return known.status;
  return status === "draft" ? "deprecated" : status;
}

function hasAll(known: StoredDecision, wanted: Partial<StoredDecision>): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(known[key as keyof StoredDecision]) === JSON.stringify(value),
  );
}

/** A file that was a proposal and is accepted now closes the proposal. */
async function settleDraft(tx: Transaction, index: Context["index"], source: string, id: string) {
  const draft = await proposalFromFile(tx, source);
  if (draft?.status === "draft") await closeProposal(tx, index, draft.id, "accepted", id);
}

/** Writes one proposed record as a proposal; it waits for review like any other. */
export async function writeImportedDraft(
  tx: Transaction,
  context: Context,
  record: PlannedRecord,
  given: string,
): Promise<Written> {
  const { source } = record;
  const [byId] = record.id === undefined ? [] : await findProposals(tx, [record.id]);
  const known = byId ?? (await proposalFromFile(tx, source));
  const project = known?.project ?? given;
  const content = {
    title: record.title,
    target: record.target,
    rationale: record.rationale || record.title,
    consequences: record.consequences,
    evidence: [],
    confidence: 1,
    strengths: ["proposed in a decision record"],
    ...(await offerToReplace(tx, { project, target: record.target })),
  };
  if (known === undefined) {
    const id = await createDraft(tx, context, {
      ...content,
      id: record.id?.startsWith("prop_") ? record.id : undefined,
      origin: record.origin ?? "human",
      pattern: null,
      project,
      source,
    });
    return { outcome: "created", id };
  }
  const isSame = known.title === content.title && known.rationale === content.rationale;
  if (known.status !== "draft" || isSame) return { outcome: "unchanged", id: known.id };
  await updateDraft(tx, context.index, known, content);
  return { outcome: "updated", id: known.id };
}

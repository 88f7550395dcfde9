import type { Transaction } from "@faculties/storage";
import type { PlannedRecord } from "../domain/adr/plan-import.ts";
import { momentOf } from "../domain/elapsed-since.ts";
import { activeOfTarget } from "../store/decisions.ts";
import { proposalFromFile } from "../store/imported.ts";
import { newId } from "../store/new-id.ts";
import { findProposals, insertProposal, updateDraft } from "../store/proposals.ts";
import type { Memory } from "./memory.ts";
import type { Written } from "./write-imported-decision.ts";

/** Writes one proposed record as a proposal, which waits for review like any other. */
export async function writeImportedDraft(
  tx: Transaction,
  { index, clock }: Memory,
  record: PlannedRecord,
): Promise<Written> {
  const { source } = record;
  const [byId] = record.id === undefined ? [] : await findProposals(tx, [record.id]);
  const known = byId ?? (await proposalFromFile(tx, source));
  const active = await activeOfTarget(tx, record.target);
  const content = {
    title: record.title,
    target: record.target,
    rationale: record.rationale || record.title,
    consequences: record.consequences,
    evidence: [],
    confidence: 1,
    strengths: ["proposed in a decision record"],
    objections: active.map(
      ({ id, title }) => `would replace the active decision ${id} ("${title}")`,
    ),
    supersedes: active.map(({ id }) => id),
  };
  if (known === undefined) {
    const id = record.id?.startsWith("prop_") ? record.id : newId("prop");
    const { wallMs, boot, offsetMs } = momentOf(clock.read());
    await insertProposal(tx, index, {
      ...content,
      id,
      origin: record.origin ?? "human",
      pattern: null,
      firstObservedAt: wallMs,
      observedBoot: boot,
      observedOffset: offsetMs,
      source,
    });
    return { outcome: "created", id };
  }
  const isSame = known.title === content.title && known.rationale === content.rationale;
  if (known.status !== "draft" || isSame) return { outcome: "unchanged", id: known.id };
  await updateDraft(tx, index, known.id, content);
  return { outcome: "updated", id: known.id };
}

import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { momentOf } from "../domain/clock.ts";
import type { DecisionText } from "../domain/decision.ts";
import type { PlacedTarget } from "../domain/project.ts";
import { commit } from "../store/commit.ts";
import { activeOfTarget, newId } from "../store/decisions.ts";
import { insertProposal, type NewProposal } from "../store/proposals.ts";

/** A draft as its author hands it in; a draft without an id gets a new one. */
type Draft = Omit<NewProposal, "id" | "firstObservedAt" | "observedBoot" | "observedOffset"> & {
  id?: string | undefined;
};

/** A person's own proposal; it waits for review like any other. */
export async function propose(context: Context, text: DecisionText): Promise<string> {
  const project = await context.project.find();
  return commit(context, async (tx) => {
    const target = text.target.trim();
    const id = await createDraft(tx, context, {
      ...text,
      target,
      origin: "human",
      pattern: null,
      evidence: [],
      confidence: 1,
      strengths: ["proposed by a person"],
      ...(await offerToReplace(tx, { project, target })),
      source: null,
      project,
    });
    return { result: id, entries: [{ action: "propose", target, subjects: [id] }], texts: [id] };
  });
}

/** Stores a draft whose review window begins now, and returns its id. */
export async function createDraft(
  tx: Transaction,
  { index, clock }: Context,
  { id = newId("prop"), ...draft }: Draft,
): Promise<string> {
  const { wallMs, boot, offsetMs } = momentOf(clock.read());
  await insertProposal(tx, index, {
    ...draft,
    id,
    firstObservedAt: wallMs,
    observedBoot: boot,
    observedOffset: offsetMs,
  });
  return id;
}

/** A draft on a target that has an active decision offers to replace it, and says so. */
export async function offerToReplace(tx: Transaction, target: PlacedTarget) {
  const active = await activeOfTarget(tx, target);
  return {
    objections: active.map(
      ({ id, title }) => `would replace the active decision ${id} ("${title}")`,
    ),
    supersedes: active.map(({ id }) => id),
  };
}

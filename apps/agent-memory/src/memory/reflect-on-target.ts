import type { Transaction } from "@faculties/storage";
import { momentOf } from "../domain/elapsed-since.ts";
import { reflect, type Reflection } from "../domain/reflect.ts";
import { activeOfTarget } from "../store/decisions.ts";
import { claimEpisodes, openEpisodes } from "../store/episodes.ts";
import { newId } from "../store/new-id.ts";
import { findDraft, insertProposal, proposalsOfTarget, updateDraft } from "../store/proposals.ts";
import type { Memory } from "./memory.ts";

/** Semaphore the open episodes of a target into drafts, or adds them to the drafts that are there. */
export async function reflectOnTarget(
  tx: Transaction,
  memory: Memory,
  target: string,
): Promise<{ created: string[]; changed: string[] }> {
  const drafts = (await proposalsOfTarget(tx, target)).filter(({ status }) => status === "draft");
  const episodes = await openEpisodes(
    tx,
    target,
    drafts.map(({ id }) => id),
  );
  const created: string[] = [];
  const changed: string[] = [];
  for (const reflection of reflect(episodes)) {
    const draft = await findDraft(tx, target, reflection.pattern);
    if (draft === undefined) created.push(await createDraft(tx, memory, reflection));
    else {
      await updateDraft(tx, memory.index, draft.id, await contentOf(tx, reflection));
      await claimEpisodes(tx, reflection.evidence, draft.id);
      changed.push(draft.id);
    }
  }
  return { created, changed };
}

async function createDraft(
  tx: Transaction,
  memory: Memory,
  reflection: Reflection,
): Promise<string> {
  const id = newId("prop");
  const { wallMs, boot, offsetMs } = momentOf(memory.clock.read());
  await insertProposal(tx, memory.index, {
    ...(await contentOf(tx, reflection)),
    id,
    origin: "agent",
    pattern: reflection.pattern,
    firstObservedAt: wallMs,
    observedBoot: boot,
    observedOffset: offsetMs,
    source: null,
  });
  await claimEpisodes(tx, reflection.evidence, id);
  return id;
}

/** A draft on a target that has an active decision offers to replace it, and says so. */
async function contentOf(tx: Transaction, reflection: Reflection) {
  const active = await activeOfTarget(tx, reflection.target);
  const { pattern: _, ...content } = reflection;
  const replaced = active.map(
    ({ id, title }) => `would replace the active decision ${id} ("${title}")`,
  );
  return {
    ...content,
    objections: [...content.objections, ...replaced],
    supersedes: active.map(({ id }) => id),
  };
}

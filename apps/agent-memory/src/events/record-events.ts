import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { foldTarget, type PlacedTarget, targetKeyOf } from "../domain/project.ts";
import type { Episode } from "../domain/episode.ts";
import { type Reflection, reflect } from "../domain/reflect.ts";
import { createDraft, offerToReplace } from "../proposals/propose.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { commit } from "../store/commit.ts";
import { newId } from "../store/decisions.ts";
import { claimEpisodes, insertEpisode, openEpisodes } from "../store/episodes.ts";
import { findDraft, proposalsOfTarget, updateDraft } from "../store/proposals.ts";

export type NewEpisode = Omit<Episode, "id" | "at"> & { at?: number };
type RecordedEpisodes = {
  /** In the order given. */
  ids: string[];
  /** How many of them were not recorded before. */
  added: number;
  /** Drafts that these episodes completed. */
  proposalIds: string[];
};

/** Stores events and makes or updates the proposals of their targets. */
export async function recordEvents(
  context: Context,
  given: readonly NewEpisode[],
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<RecordedEpisodes> {
  const project = await context.project.find();
  return commit(context, async (tx) => {
    const now = context.clock.now();
    const ids: string[] = [];
    let added = 0;
    const targets = new Map<string, string>();
    for (const episode of given) {
      const target = episode.target.trim();
      const at = episode.at ?? now;
      const { id, isNew } = await insertEpisode(
        tx,
        { ...episode, target, at, id: newId("evt") },
        project,
      );
      ids.push(id);
      if (!isNew) continue;
      added += 1;
      targets.set(foldTarget(target), target);
    }
    const entries: AuditEntry[] = [];
    const proposalIds: string[] = [];
    const texts: string[] = [];
    for (const target of targets.values()) {
      const { created, changed } = await reflectOnTarget(tx, context, { project, target });
      const subjects = [...created, ...changed];
      proposalIds.push(...created);
      texts.push(...subjects);
      if (subjects.length > 0) entries.push({ action: "reflect", target, subjects });
    }
    await also(tx);
    return { result: { ids, added, proposalIds }, entries, texts };
  });
}

/** Makes drafts of the open episodes of a target, or adds the episodes to the drafts that are there. */
async function reflectOnTarget(
  tx: Transaction,
  context: Context,
  target: PlacedTarget,
): Promise<{ created: string[]; changed: string[] }> {
  const drafts = (await proposalsOfTarget(tx, [targetKeyOf(target)])).filter(
    ({ status }) => status === "draft",
  );
  const episodes = await openEpisodes(
    tx,
    target,
    drafts.map(({ id }) => id),
  );
  const created: string[] = [];
  const changed: string[] = [];
  for (const reflection of reflect(episodes)) {
    const draft = await findDraft(tx, target, reflection.pattern);
    if (draft === undefined) created.push(await draftFrom(tx, context, reflection, target.project));
    else {
      await updateDraft(tx, context.index, draft, await contentOf(tx, reflection, target.project));
      await claimEpisodes(tx, reflection.evidence, draft.id);
      changed.push(draft.id);
    }
  }
  return { created, changed };
}

async function draftFrom(
  tx: Transaction,
  context: Context,
  reflection: Reflection,
  project: string,
): Promise<string> {
  const { pattern } = reflection;
  const content = await contentOf(tx, reflection, project);
  const id = await createDraft(tx, context, {
    ...content,
    project,
    origin: "agent",
    pattern,
    source: null,
  });
  await claimEpisodes(tx, reflection.evidence, id);
  return id;
}

async function contentOf(tx: Transaction, reflection: Reflection, project: string) {
  const { pattern: _, ...content } = reflection;
  const { objections, supersedes } = await offerToReplace(tx, { project, target: content.target });
  return { ...content, objections: [...content.objections, ...objections], supersedes };
}

import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  nextSequence,
  or,
  type Transaction,
} from "@faculties/storage";
import type { Episode } from "../domain/episode.ts";
import { type PlacedTarget, targetKeyOf } from "../domain/project.ts";
import { episodes } from "./tables.ts";

/** Returns the id of the earlier event if one with this reference is already recorded for the target. */
export async function insertEpisode(
  tx: Transaction,
  episode: Episode,
  project: string,
): Promise<{ id: string; isNew: boolean }> {
  const targetKey = targetKeyOf({ project, target: episode.target });
  if (episode.reference !== null) {
    const [earlier] = await tx
      .select({ id: episodes.id })
      .from(episodes)
      .where(and(eq(episodes.targetKey, targetKey), eq(episodes.reference, episode.reference)));
    if (earlier !== undefined) return { id: earlier.id, isNew: false };
  }
  const number = await nextSequence(tx, "episodes");
  await tx.insert(episodes).values({ ...episode, number, targetKey, proposalId: null });
  return { id: episode.id, isNew: true };
}

const MOST_REFLECTED_ON = 500;

/** The latest events of a target that are evidence of no proposal yet, or of one of these drafts. */
export async function openEpisodes(
  tx: Transaction,
  target: PlacedTarget,
  drafts: readonly string[],
): Promise<Episode[]> {
  const isOpen = isNull(episodes.proposalId);
  const newestFirst = await tx
    .select({
      id: episodes.id,
      kind: episodes.kind,
      target: episodes.target,
      summary: episodes.summary,
      reference: episodes.reference,
      at: episodes.at,
    })
    .from(episodes)
    .where(
      and(
        eq(episodes.targetKey, targetKeyOf(target)),
        drafts.length === 0 ? isOpen : or(isOpen, inArray(episodes.proposalId, [...drafts])),
      ),
    )
    .orderBy(desc(episodes.number))
    .limit(MOST_REFLECTED_ON);
  return newestFirst.toReversed();
}

export async function findEpisodes(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(episodes)
    .where(inArray(episodes.id, [...ids]))
    .orderBy(asc(episodes.number));
}

export async function claimEpisodes(
  tx: Transaction,
  ids: readonly string[],
  proposalId: string,
): Promise<void> {
  await tx
    .update(episodes)
    .set({ proposalId })
    .where(inArray(episodes.id, [...ids]));
}

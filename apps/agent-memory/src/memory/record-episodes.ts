import type { Transaction } from "@faculties/storage";
import type { Episode } from "../domain/episode.ts";
import { foldTarget } from "../domain/fold-target.ts";
import type { AuditEntry } from "../store/audit-log.ts";
import { insertEpisode } from "../store/episodes.ts";
import { newId } from "../store/new-id.ts";
import { commit } from "./commit.ts";
import type { Memory } from "./memory.ts";
import { reflectOnTarget } from "./reflect-on-target.ts";

export type NewEpisode = Omit<Episode, "id" | "at"> & { at?: number };
export type RecordedEpisodes = {
  /** In the order given. */
  ids: string[];
  /** How many of them were not recorded before. */
  added: number;
  /** Drafts that these episodes completed. */
  proposalIds: string[];
};

/** Stores what happened and reflects on every target that it happened to. */
export async function recordEpisodes(
  memory: Memory,
  given: readonly NewEpisode[],
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<RecordedEpisodes> {
  return commit(memory, async (tx) => {
    const now = memory.clock.now();
    const ids: string[] = [];
    let added = 0;
    const targets = new Map<string, string>();
    for (const episode of given) {
      const target = episode.target.trim();
      const at = episode.at ?? now;
      const { id, isNew } = await insertEpisode(tx, { ...episode, target, at, id: newId("evt") });
      ids.push(id);
      if (!isNew) continue;
      added += 1;
      targets.set(foldTarget(target), target);
    }
    const entries: AuditEntry[] = [];
    const proposalIds: string[] = [];
    const texts: string[] = [];
    for (const target of targets.values()) {
      const { created, changed } = await reflectOnTarget(tx, memory, target);
      const subjects = [...created, ...changed];
      proposalIds.push(...created);
      texts.push(...subjects);
      if (subjects.length > 0) entries.push({ action: "reflect", target, subjects });
    }
    await also(tx);
    return { result: { ids, added, proposalIds }, entries, texts };
  });
}

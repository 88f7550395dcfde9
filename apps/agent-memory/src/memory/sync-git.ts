import { realpath } from "node:fs/promises";
import { classifyCommit, type Commit } from "../domain/classify-commit.ts";
import { type CommitRange, readCommits } from "../git/read-commits.ts";
import { moveCursor, readCursor } from "../store/git-cursors.ts";
import type { Memory } from "./memory.ts";
import { type NewEpisode, recordEpisodes } from "./record-episodes.ts";

// Short transactions let others write in between.
const CHUNK = 200;

export type SyncedGit = { commits: number; events: number; proposalIds: string[] };

/** Records what the commits since the last time tell, oldest first. */
export async function syncGit(
  memory: Memory,
  folder: string,
  { limit, git }: Pick<CommitRange, "limit" | "git">,
): Promise<SyncedGit> {
  const repository = await realpath(folder);
  const since = await memory.storage.query((tx) => readCursor(tx, repository));
  const commits = await readCommits(repository, { since, limit, git });
  const synced: SyncedGit = { commits: commits.length, events: 0, proposalIds: [] };
  for (let start = 0; start < commits.length; start += CHUNK) {
    const chunk = commits.slice(start, start + CHUNK);
    const { added, proposalIds } = await recordEpisodes(memory, chunk.map(episodeOf), (tx) =>
      moveCursor(tx, repository, chunk.at(-1)?.sha ?? ""),
    );
    synced.events += added;
    synced.proposalIds.push(...proposalIds);
  }
  return synced;
}

function episodeOf(commit: Commit): NewEpisode {
  const { subject: summary, sha, at } = commit;
  return { ...classifyCommit(commit), summary, reference: `git:${sha}`, at };
}

import { realpath } from "node:fs/promises";
import { CodedError } from "@faculties/errors";
import { GitError, type GitOptions, type Repository, openRepository } from "@faculties/files/git";
import type { Context } from "../context.ts";
import { type Commit, classifyCommit } from "../domain/classify-commit.ts";
import { moveCursor, readCursor } from "../store/git-cursors.ts";
import { type NewEpisode, recordEvents } from "./record-events.ts";

// Short transactions let others write in between.
const CHUNK = 200;

type SyncedGit = { commits: number; events: number; proposalIds: string[] };

/** Records the commits since the last call as events, oldest first. */
export async function syncGit(
  context: Context,
  folder: string,
  { limit, git }: Pick<CommitRange, "limit" | "git">,
): Promise<SyncedGit> {
  const repository = await realpath(folder);
  const since = await context.storage.query((tx) => readCursor(tx, repository));
  const commits = await readCommits(repository, { since, limit, git });
  const synced: SyncedGit = { commits: commits.length, events: 0, proposalIds: [] };
  for (let start = 0; start < commits.length; start += CHUNK) {
    const chunk = commits.slice(start, start + CHUNK);
    const { added, proposalIds } = await recordEvents(context, chunk.map(episodeOf), (tx) =>
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

const RECORD = "\u001e";
const FIELD = "\u001f";
const LARGEST_OUTPUT = 256 * 1024 * 1024;

type CommitRange = {
  since: string | undefined;
  limit: number;
  git: Omit<GitOptions, "maxBytes">;
};

/** The commits of the current branch after `since`, oldest first, without merges. */
async function readCommits(folder: string, range: CommitRange): Promise<Commit[]> {
  const repository = await openRepository(folder, { ...range.git, maxBytes: LARGEST_OUTPUT });
  if ("reason" in repository) throw unreadable(folder, repository.reason);
  try {
    return repository.head === undefined ? [] : await readLog(repository, range);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw unreadable(folder, error.message, error);
  } finally {
    await repository.close();
  }

  async function readLog(
    { git, head }: Repository,
    { since, limit }: CommitRange,
  ): Promise<Commit[]> {
    // A rewritten history no longer contains the last commit; then git reads it from the start.
    const isKnown =
      since !== undefined && (await git(["merge-base", "--is-ancestor", since, "HEAD"])).code === 0;
    const { code, stdout, stderr } = await git([
      "log",
      "--no-merges",
      "--no-mailmap",
      "--name-only",
      `--max-count=${limit}`,
      `--format=${RECORD}%H${FIELD}%ct${FIELD}%s${FIELD}`,
      isKnown ? `${since}..${head}` : `${head}`,
      "--",
    ]);
    if (code !== 0) throw unreadable(folder, stderr.trim());
    return stdout.toString().split(RECORD).slice(1).map(parseCommit).toReversed();
  }
}

function parseCommit(record: string): Commit {
  const [sha = "", seconds = "", subject = "", files = ""] = record.split(FIELD);
  return {
    sha,
    at: Number(seconds) * 1_000,
    subject: subject || "(no subject)",
    files: files.split("\n").filter((file) => file !== ""),
  };
}

const unreadable = (folder: string, reason: string, cause?: unknown): CodedError =>
  new CodedError(
    "GIT_FAILED",
    `git could not read the history of ${folder}${reason === "" ? "" : `: ${reason}`}`,
    { cause },
  );

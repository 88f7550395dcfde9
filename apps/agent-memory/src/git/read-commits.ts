import { GitError, type GitOptions, openRepository, type Repository } from "@faculties/files/git";
import { CodedError } from "@faculties/errors";
import type { Commit } from "../domain/classify-commit.ts";

const RECORD = "\u001e";
const FIELD = "\u001f";
const LARGEST_OUTPUT = 256 * 1024 * 1024;

export type CommitRange = {
  since: string | undefined;
  limit: number;
  git: Omit<GitOptions, "maxBytes">;
};

/** The commits of the current branch after `since`, oldest first. Merges tell nothing of their own. */
export async function readCommits(folder: string, range: CommitRange): Promise<Commit[]> {
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
    // A rewritten history does not contain the last commit any more; then it is read from the start.
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

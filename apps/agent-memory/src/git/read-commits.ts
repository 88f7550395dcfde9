import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CodedError } from "@faculties/schemas";
import type { Commit } from "../domain/classify-commit.ts";

const run = promisify(execFile);
const RECORD = "\u001e";
const FIELD = "\u001f";
const LARGEST_OUTPUT = 256 * 1024 * 1024;

export type CommitRange = { since: string | undefined; limit: number; signal: AbortSignal };

/** The commits of the current branch after `since`, oldest first. Merges tell nothing of their own. */
export async function readCommits(
  repository: string,
  { since, limit, signal }: CommitRange,
): Promise<Commit[]> {
  if (!(await hasCommits(repository))) return [];
  const known = since !== undefined && (await isAncestor(repository, since));
  const output = await git(
    repository,
    [
      "log",
      "--no-merges",
      "--name-only",
      `--max-count=${limit}`,
      `--format=${RECORD}%H${FIELD}%ct${FIELD}%s${FIELD}`,
      known ? `${since}..HEAD` : "HEAD",
      "--",
    ],
    signal,
  );
  return output.split(RECORD).slice(1).map(parseCommit).toReversed();
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

/** False for a repository that is still empty; what is no repository at all is for `git log` to say. */
async function hasCommits(repository: string): Promise<boolean> {
  try {
    await run("git", ["-C", repository, "rev-parse", "--quiet", "--verify", "HEAD"]);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== 1;
  }
}

/** A rewritten history does not contain the last commit any more; then it is read anew. */
async function isAncestor(repository: string, commit: string): Promise<boolean> {
  try {
    await run("git", ["-C", repository, "merge-base", "--is-ancestor", commit, "HEAD"]);
    return true;
  } catch {
    // git says no by its exit code.
    return false;
  }
}

async function git(repository: string, args: string[], signal: AbortSignal): Promise<string> {
  try {
    const options = { maxBuffer: LARGEST_OUTPUT, signal };
    return (await run("git", ["-C", repository, ...args], options)).stdout;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() ?? "";
    throw new CodedError(
      "GIT_FAILED",
      `git could not read the history of ${repository}${said === "" ? "" : `: ${said}`}`,
      { cause: error },
    );
  }
}

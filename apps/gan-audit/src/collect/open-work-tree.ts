import { GitError, type GitOptions, type GitResult, openRepository } from "@faculties/files/git";
import type { Obstacle } from "./collection.ts";

/** A git work tree that the root lies in. */
export type WorkTree = {
  /** The root's path inside the work tree, with a slash at its end, or empty. */
  prefix: string;
  /** The last commit; undefined before the first. */
  head: string | undefined;
  /** A git that gives no answer counts as one that failed. */
  git(args: readonly string[]): Promise<GitResult>;
  close(): Promise<void>;
};

/** The work tree around the root, or a sentence that says why there is none. */
export async function openWorkTree(
  root: string,
  options: GitOptions,
): Promise<WorkTree | Obstacle> {
  const opened = await openRepository(root, options);
  if ("reason" in opened)
    return { reason: opened.reason, shortfall: opened.kind === "absent" ? "absent" : "failed" };
  return { ...opened, git: (args) => opened.git(args).catch(failureOf) };
}

function failureOf(error: unknown): GitResult {
  if (!(error instanceof GitError)) throw error;
  return { code: 1, stdout: Buffer.alloc(0), stderr: error.message };
}

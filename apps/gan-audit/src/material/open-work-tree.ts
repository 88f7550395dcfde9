import { GitError, type GitOptions, openRepository, type Repository } from "@faculties/files/git";
import type { Obstacle } from "./collection.ts";

/** A git work tree that the root lies in. */
export type WorkTree = Repository;

/** The work tree around the root, or a sentence that says why there is none. */
export async function openWorkTree(
  root: string,
  options: GitOptions,
): Promise<WorkTree | Obstacle> {
  const opened = await openRepository(root, options);
  if ("reason" in opened)
    return { reason: opened.reason, shortfall: opened.kind === "absent" ? "absent" : "failed" };
  // A git that gives no answer counts as one that failed.
  return { ...opened, git: (...asked) => opened.git(...asked).catch(failureOf) };
}

function failureOf(error: unknown): Awaited<ReturnType<WorkTree["git"]>> {
  if (!(error instanceof GitError)) throw error;
  return { code: 1, stdout: Buffer.alloc(0), stderr: error.message };
}

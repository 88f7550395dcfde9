import { realpath } from "node:fs/promises";
import { cleanGitFolder } from "./clean-git-folder.ts";
import { GitError } from "./git-error.ts";
import { findGit, type GitOptions } from "./run-git.ts";

/** Whether git would apply a patch to the files of a folder; true where there is no git to ask. */
export async function checkPatch(
  folder: string,
  patch: string,
  options: GitOptions,
): Promise<boolean> {
  const root = await realpath(folder);
  try {
    const git = await findGit(root, options);
    const { variables, remove } = await cleanGitFolder(root);
    try {
      return (await git(["apply", "--check", "-"], { input: patch, variables })).code === 0;
    } finally {
      await remove();
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return error.reason === "missing";
  }
}

import { realpath, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { broadRootProblem } from "@faculties/files";
import { GitError, type GitOptions, openRepository, type Repository } from "@faculties/files/git";
import type { Obstacle } from "./collection.ts";

export type RootSources = {
  /** GAN_AUDIT_ROOT. */
  configured: string | undefined;
  /** The folders that the client offers. */
  roots(): Promise<string[] | undefined>;
  cwd: string;
};

/** The folder that may be read, or a sentence that says why there is none. */
export async function resolveRoot({
  configured,
  roots,
  cwd,
}: RootSources): Promise<{ root: string } | Obstacle> {
  if (configured !== undefined) {
    const root = await folderAt(configured);
    return root === undefined
      ? { reason: `GAN_AUDIT_ROOT (${configured}) is not a folder`, shortfall: "failed" }
      : { root };
  }
  const offered = await foldersOf((await roots().catch(() => undefined)) ?? []);
  const working = offered.length > 0 ? undefined : await folderAt(cwd);
  const implicit = working === undefined ? offered : [working];
  const root = implicit.find((folder) => broadRootProblem(folder) === undefined);
  if (root !== undefined) return { root };
  const problems = implicit.map((folder) => broadRootProblem(folder)).join("; ");
  const why = problems === "" ? "" : ` (${problems})`;
  return {
    reason: `no folder is known${why}; set GAN_AUDIT_ROOT to audit files`,
    shortfall: "absent",
  };
}

async function foldersOf(uris: readonly string[]): Promise<string[]> {
  const local = uris.filter((uri) => uri.startsWith("file://"));
  const found = await Promise.all(local.map((uri) => folderAt(pathOf(uri))));
  return found.filter((folder) => folder !== undefined);
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return "";
  }
}

async function folderAt(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

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

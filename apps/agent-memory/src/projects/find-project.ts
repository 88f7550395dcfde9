import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { GLOBAL } from "../domain/project.ts";

/** The value of `--project` for records that belong to no project. */
const NONE = "none";

/**
 * The project that a folder belongs to: the nearest folder at or above it with a `.git`, with links in the file system resolved. A
 * worktree belongs to the project of its repository. A folder that is in no repository belongs to none.
 */
export function projectOfFolder(folder: string): string {
  const start = real(folder);
  for (let at = start; at !== undefined; at = dirname(at) === at ? undefined : dirname(at)) {
    const found = start === undefined ? undefined : repositoryAt(at);
    if (found !== undefined) return found;
  }
  return GLOBAL;
}

/** The project that `--project` names: a folder's, or one of that name. A folder that is gone is taken as it is written. */
export function namedProject(name: string, cwd: string): string {
  if (name === NONE) return GLOBAL;
  const isPath = isAbsolute(name) || /^\.{1,2}(?:[\\/]|$)/.test(name);
  if (!isPath) return name;
  const folder = resolve(cwd, name);
  return projectOfFolder(folder) || (real(folder) ?? folder);
}

/** How a project is shown: without the folders of the machine. */
export function projectName(project: string): string {
  return isAbsolute(project) ? basename(project) || project : project;
}

/** The project of the first folder that the client works in. */
export function projectOfRoots(roots: readonly string[]): string | undefined {
  const [first] = roots.filter((uri) => uri.startsWith("file:"));
  if (first === undefined) return undefined;
  try {
    return projectOfFolder(fileURLToPath(first));
  } catch {
    // Not a path of this machine.
    return undefined;
  }
}

function repositoryAt(folder: string): string | undefined {
  const git = join(folder, ".git");
  try {
    if (statSync(git).isDirectory()) return folder;
    const linked = /^gitdir: (?<path>.+?)[\\/]\.git[\\/]worktrees[\\/]/.exec(
      readFileSync(git, "utf8"),
    );
    const path = linked?.groups?.["path"];
    return path === undefined ? folder : (real(resolve(folder, path)) ?? folder);
  } catch {
    return undefined;
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

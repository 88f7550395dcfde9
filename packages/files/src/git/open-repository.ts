import { realpath } from "node:fs/promises";
import { isInside } from "../is-inside.ts";
import { cleanGitFolder } from "./clean-git-folder.ts";
import { GitError } from "./git-error.ts";
import { keptSettings, SETTINGS_QUERY } from "./kept-settings.ts";
import { findGit, type GitOptions, type GitResult } from "./run-git.ts";

/** A work tree with its repository, of which git reads the index and the objects, and no setting that names a program. */
export type Repository = {
  /** The folder's path inside the work tree, with a slash at its end, or empty. */
  prefix: string;
  /** The last commit; undefined before the first. */
  head: string | undefined;
  /** Runs git in the folder; rejects with a GitError when it gives no answer. */
  git(args: readonly string[], run?: { input?: string }): Promise<GitResult>;
  close(): Promise<void>;
};

/** Why there is no repository to work with: a sentence without a full stop. */
export type GitObstacle = { reason: string; kind: "absent" | "refused" };

const PLACE = [
  "rev-parse",
  "--path-format=absolute",
  "--is-inside-work-tree",
  "--show-object-format",
  "--show-prefix",
  "--show-toplevel",
  "--git-dir",
  ...["index", "objects", "info/exclude", "shallow"].flatMap((path) => ["--git-path", path]),
];
// Only the name is looked up: reading the commit could make git ask a remote for it.
const HEAD = ["rev-parse", "--verify", "--quiet", "HEAD"];

const TOO_OLD =
  "git is too old to be kept from a repository's settings; version 2.32 or later is needed";

/**
 * Opens the repository around a folder. Git looks for it in the folder itself, where it reads settings but runs nothing
 * and touches no file of the work tree; everything after that happens in a git folder of our own.
 */
export async function openRepository(
  folder: string,
  options: GitOptions,
): Promise<Repository | GitObstacle> {
  try {
    return await open(await realpath(folder), options);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { reason: error.message, kind: error.reason === "missing" ? "absent" : "refused" };
  }
}

async function open(folder: string, options: GitOptions): Promise<Repository | GitObstacle> {
  const git = await findGit(folder, options);
  const [place, head, listed] = await Promise.all([git(PLACE), git(HEAD), git(SETTINGS_QUERY)]);
  const [inside, objectFormat = "", prefix = "", top = "", gitFolder = "", ...paths] = place.stdout
    .toString()
    .split("\n");
  if (inside?.startsWith("--path-format")) return { reason: TOO_OLD, kind: "refused" };
  if (place.code !== 0 || inside !== "true") return obstacleOf(place);
  const [index = "", objects = "", exclude = "", shallow = "", ...rest] = paths;
  if (rest.length !== 1)
    return { reason: "the path of the repository has a line break in it", kind: "refused" };
  if (!isInside(folder, await realpath(top)))
    return { reason: "the repository's settings point its work tree elsewhere", kind: "refused" };
  // Git before 2.38 does not know the setting that refuses this.
  if (isInside(folder, await realpath(gitFolder))) return { reason: BARE, kind: "refused" };
  if (listed.code !== 0) return obstacleOf(listed);
  const { environment } = options;
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const settings = keptSettings(listed.stdout.toString(), home);
  if (settings === undefined) return { reason: TOO_OLD, kind: "refused" };
  const commit = head.code === 0 ? head.stdout.toString().trim() : undefined;
  if (commit !== undefined && !/^[0-9a-f]{40,64}$/.test(commit))
    return { reason: "git does not say which commit is the last", kind: "refused" };
  const own = await cleanGitFolder(top, {
    gitFolder,
    index,
    objects,
    exclude,
    shallow,
    objectFormat,
    head: commit,
  });
  return {
    prefix,
    head: commit,
    git: (args, { input } = {}) => git(args, { input, settings, variables: own.variables }),
    close: own.remove,
  };
}

const BARE = "this folder is in a repository without a work tree, and its settings are not trusted";

function obstacleOf({ stderr }: GitResult): GitObstacle {
  if (/not a git repository/.test(stderr) || stderr === "")
    return { reason: "there is no git work tree here", kind: "absent" };
  if (/safe\.bareRepository/i.test(stderr)) return { reason: BARE, kind: "refused" };
  const reason = /dubious ownership/.test(stderr)
    ? "git refuses this folder because another user owns it (see git's safe.directory)"
    : `git failed: ${stderr.split("\n", 1)[0]}`;
  return { reason, kind: "refused" };
}

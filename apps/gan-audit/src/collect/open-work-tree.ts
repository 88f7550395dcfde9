import { realpath } from "node:fs/promises";
import type { Obstacle } from "./collection.ts";
import { isInside } from "@faculties/files";
import { type GitOptions, type GitResult, runGit } from "@faculties/files/git";

/** A git work tree that the root lies in. */
export type WorkTree = {
  /** The root's path inside the work tree, with a slash at its end, or empty. */
  prefix: string;
  /** The last commit; undefined before the first. */
  head: string | undefined;
  git(args: readonly string[]): Promise<GitResult>;
};

const PLACE = ["rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-toplevel"];
const HEAD = ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"];
// Filters are programs that git would run on the files it compares.
const FILTERS = String.raw`^filter\..*\.(clean|smudge|process|required)$`;
const OWN_FILTERS = ["config", "--show-scope", "--name-only", "-z", "--get-regexp", FILTERS];

/** The work tree around the root, or a sentence that says why there is none. */
export async function openWorkTree(
  root: string,
  options: GitOptions,
): Promise<WorkTree | Obstacle> {
  const asked = [PLACE, HEAD, OWN_FILTERS].map((args) => runGit(root, args, options));
  const answers = await Promise.all(asked).catch((error: NodeJS.ErrnoException): Obstacle => {
    options.signal.throwIfAborted();
    return error.code === "ENOENT"
      ? { reason: "git is not installed here", shortfall: "absent" }
      : { reason: "git could not be run", shortfall: "failed" };
  });
  if ("reason" in answers) return answers;
  const [place, head, filters] = answers as [GitResult, GitResult, GitResult];
  const [inside, prefix = "", toplevel = ""] = place.stdout.toString().split("\n");
  if (place.code !== 0 || inside !== "true") return obstacleOf(place);
  if (!isInside(root, await realpath(toplevel)))
    return {
      reason: "the repository's settings point its work tree elsewhere",
      shortfall: "failed",
    };
  const overrides = disarm(filters.stdout.toString());
  return {
    prefix,
    head: head.code === 0 ? head.stdout.toString().trim() : undefined,
    git: (args) => runGit(root, args, { ...options, overrides }),
  };
}

function obstacleOf({ stderr }: GitResult): Obstacle {
  if (/not a git repository/.test(stderr) || stderr === "")
    return { reason: "there is no git work tree here", shortfall: "absent" };
  const reason = /dubious ownership/.test(stderr)
    ? "git refuses this folder because another user owns it (see git's safe.directory)"
    : `git failed: ${stderr.split("\n", 1)[0]}`;
  return { reason, shortfall: "failed" };
}

/** Switches off the filters that the repository itself sets; the user's own are the user's. */
function disarm(listed: string): string[] {
  const fields = listed.split("\0");
  const names = fields.filter((_, position) =>
    /^(local|worktree)$/.test(fields[position - 1] ?? ""),
  );
  return names.map((name) => (name.endsWith(".required") ? `${name}=false` : `${name}=`));
}

import type { CollectedFile, Collection } from "./collection.ts";
import { parseGitPatch } from "./parse-git-patch.ts";
import { parseGitStatus, type StatusEntry } from "./parse-git-status.ts";
import type { WorkTree } from "./open-work-tree.ts";
import { someOf } from "./some-of.ts";

const EMPTY_TREE = ["hash-object", "-t", "tree", "--stdin"];
const DIFF = [
  "diff",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=dirty",
  "-M",
  "-U0",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--relative",
];
const STATUS = [
  "status",
  "--porcelain=v2",
  "-z",
  "--untracked-files=all",
  "--ignore-submodules=dirty",
];

/** What the work tree has that the last commit has not: staged, unstaged and untracked. */
export async function collectChanges(tree: WorkTree): Promise<Collection> {
  const base = tree.head ?? (await emptyTree(tree));
  const [status, diff] = await Promise.all([
    tree.git([...STATUS, "--", "."]),
    tree.git([...DIFF, base, "--", "."]),
  ]);
  const failed = [status, diff].find(({ code }) => code !== 0);
  if (failed)
    return {
      files: [],
      notes: [`git could not compare the work tree: ${failed.stderr.split("\n", 1)[0]}`],
      shortfall: "failed",
    };
  const changed = parseGitPatch(diff.stdout.toString("utf8"));
  const collection: Collection = { files: [], notes: [] };
  const left = { deleted: [] as string[], submodules: [] as string[], links: [] as string[] };
  for (const entry of ownEntries(parseGitStatus(status.stdout.toString("utf8")), tree.prefix)) {
    const { path, state } = entry;
    if (entry.isSubmodule || path.endsWith("/")) left.submodules.push(path);
    else if (entry.isLink) left.links.push(path);
    else if (state === "??") collection.files.push({ path });
    else if (state.endsWith("D") || (state[0] === "D" && !changed.has(path))) {
      if (/^[AMRC]D$/.test(state)) collection.files.push(await stagedFile(tree, path));
      else left.deleted.push(path);
    } else collection.files.push(await changedFile(tree, entry, changed.get(path)?.added));
  }
  collection.notes.push(...notesOf(left));
  return collection;
}

async function emptyTree(tree: WorkTree): Promise<string> {
  return (await tree.git(EMPTY_TREE)).stdout.toString().trim();
}

function ownEntries(entries: readonly StatusEntry[], prefix: string): StatusEntry[] {
  return entries
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }));
}

/** A file whose staged content was taken back in the work tree is judged by what is staged. */
async function changedFile(
  tree: WorkTree,
  { path, state }: StatusEntry,
  added: Set<number> | undefined,
): Promise<CollectedFile> {
  const isStagedOnly = state[0] !== "." && state[1] === "M" && added === undefined;
  if (isStagedOnly) return stagedFile(tree, path);
  if (added === undefined) return { path, added: new Set(), isOpaque: state.includes("M") };
  return state[0] === "A" ? { path } : { path, added };
}

async function stagedFile(tree: WorkTree, path: string): Promise<CollectedFile> {
  const { stdout } = await tree.git(["cat-file", "blob", `:./${path}`]);
  return { path, staged: stdout };
}

function notesOf({
  deleted,
  submodules,
  links,
}: Record<"deleted" | "submodules" | "links", string[]>): string[] {
  const say = (paths: string[], text: string) =>
    paths.length > 0 ? [`${paths.length} ${text} (${someOf(paths)})`] : [];
  return [
    ...say(deleted, "deleted, so there is nothing to read"),
    ...say(submodules, "in submodules or nested repositories, not read"),
    ...say(links, "symbolic links, not followed"),
  ];
}

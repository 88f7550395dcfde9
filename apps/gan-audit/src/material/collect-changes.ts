import type { CollectedFile, Collection } from "./collection.ts";
import { type ChangedLines, parseGitPatch } from "./parse-git-patch.ts";
import { parseGitStatus, type StatusEntry } from "./parse-git-status.ts";
import type { WorkTree } from "./open-work-tree.ts";
import { readStaged, type StagedLimits } from "./read-staged.ts";
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

type Left = Record<"deleted" | "submodules" | "links" | "large" | "unreadable", string[]>;

/** What the work tree has that the last commit has not: staged, unstaged and untracked. */
export async function collectChanges(tree: WorkTree, limits: StagedLimits): Promise<Collection> {
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
  const left: Left = { deleted: [], submodules: [], links: [], large: [], unreadable: [] };
  const entries = ownEntries(parseGitStatus(status.stdout.toString("utf8")), tree.prefix);
  const ids = entries.filter((entry) => isStagedOnly(entry, changed)).map(({ staged }) => staged);
  const contents = await readStaged(tree, ids, limits);
  for (const entry of entries) {
    const { path, state } = entry;
    if (isStagedOnly(entry, changed)) {
      const staged = contents.get(entry.staged);
      if (Buffer.isBuffer(staged)) collection.files.push({ path, staged });
      else left[staged === "too large" ? "large" : "unreadable"].push(path);
    } else if (entry.isSubmodule || path.endsWith("/")) left.submodules.push(path);
    else if (entry.isLink) left.links.push(path);
    else if (state === "??") collection.files.push({ path });
    else if (state.endsWith("D") || (state[0] === "D" && !changed.has(path)))
      left.deleted.push(path);
    else collection.files.push(changedFile(entry, changed.get(path)?.added));
  }
  collection.notes.push(...notesOf(left));
  if (left.unreadable.length > 0) collection.shortfall = "failed";
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

/** A file whose staged content was taken back or away in the work tree is judged by what is staged. */
function isStagedOnly(
  { path, state, isSubmodule, isLink }: StatusEntry,
  changed: ReadonlyMap<string, ChangedLines>,
): boolean {
  if (isSubmodule || isLink) return false;
  return /^[AMRC]D$/.test(state) || (/^[^.?]M$/.test(state) && !changed.has(path));
}

function changedFile({ path, state }: StatusEntry, added: Set<number> | undefined): CollectedFile {
  if (added === undefined) return { path, added: new Set(), isOpaque: state.includes("M") };
  return state[0] === "A" ? { path } : { path, added };
}

function notesOf({ deleted, submodules, links, large, unreadable }: Left): string[] {
  const say = (paths: string[], text: string) =>
    paths.length > 0 ? [`${paths.length} ${text} (${someOf(paths)})`] : [];
  return [
    ...say(deleted, "deleted, so there is nothing to read"),
    ...say(submodules, "in submodules or nested repositories, not read"),
    ...say(links, "symbolic links, not followed"),
    ...say(large, "staged and too large"),
    ...say(unreadable, "staged, but git could not read them"),
  ];
}

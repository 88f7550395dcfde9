import { unquotePath } from "../domain/diff/quote-path.ts";
import { type CollectedFile, type Collection, someOf } from "./collection.ts";
import type { WorkTree } from "./resolve-root.ts";

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

/** Collects the changes since the last commit: staged, unstaged and untracked. */
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

type ChangedLines = { added: Set<number>; isBinary: boolean };

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Which lines of the new files a patch adds. The patch is git's own, without context, so its counts are right. */
function parseGitPatch(patch: string): Map<string, ChangedLines> {
  const files = new Map<string, ChangedLines>();
  let current: ChangedLines | undefined;
  let skip = 0;
  for (const line of patch.split("\n")) {
    const hunk = skip === 0 ? HUNK.exec(line) : null;
    if (skip > 0) skip -= line.startsWith("\\") ? 0 : 1;
    else if (line.startsWith("diff --git ")) current = { added: new Set(), isBinary: false };
    else if (hunk && current) {
      const [, removed = "1", start = "0", count = "1"] = hunk;
      for (let added = 0; added < Number(count); added += 1)
        current.added.add(Number(start) + added);
      skip = Number(removed) + Number(count);
    } else if (line.startsWith("+++ ") && current) {
      const path = unquotePath(line.slice(4).replace(/\t$/, ""));
      if (path !== "/dev/null") files.set(path.replace(/^b\//, ""), current);
    } else if (line.startsWith("Binary files ") && current) current.isBinary = true;
  }
  return files;
}

type StatusEntry = {
  /** Relative to the top of the work tree. */
  path: string;
  /** Two letters as git's short format has them; `??` for untracked. */
  state: string;
  /** The id of its content in the index; empty where it has none, or several. */
  staged: string;
  isSubmodule: boolean;
  isLink: boolean;
};

const LINK = "120000";

/** Reads `git status --porcelain=v2 -z`. */
function parseGitStatus(output: string): StatusEntry[] {
  const entries: StatusEntry[] = [];
  const fields = output.split("\0");
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    const kind = field[0];
    const parts = field.split(" ");
    const rest = (count: number) => parts.slice(count).join(" ");
    const shared = { state: parts[1] ?? "..", isSubmodule: parts[2]?.startsWith("S") ?? false };
    const staged = parts[7] ?? "";
    if (kind === "1") entries.push({ ...shared, staged, path: rest(8), isLink: parts[5] === LINK });
    else if (kind === "2") {
      entries.push({ ...shared, staged, path: rest(9), isLink: parts[5] === LINK });
      // The path that it was renamed from comes as a field of its own.
      at += 1;
    } else if (kind === "u")
      entries.push({ ...shared, staged: "", path: rest(10), isLink: parts[6] === LINK });
    else if (kind === "?")
      entries.push({
        path: field.slice(2),
        state: "??",
        staged: "",
        isSubmodule: false,
        isLink: false,
      });
  }
  return entries;
}

type StagedLimits = { maxFileBytes: number; maxTotalBytes: number };

/** The staged content of an id, or the reason why it is not read. */
type StagedContent = Buffer | "too large" | "unreadable";

/** Reads objects by their ids, all with the same two processes, as far as the limits allow. */
async function readStaged(
  tree: WorkTree,
  ids: readonly string[],
  { maxFileBytes, maxTotalBytes }: StagedLimits,
): Promise<Map<string, StagedContent>> {
  const contents = new Map<string, StagedContent>(ids.map((id) => [id, "unreadable"]));
  if (contents.size === 0) return contents;
  const asked = [...contents.keys()];
  const wanted: string[] = [];
  let total = 0;
  for (const { id, size } of parseSizes(await batch(tree, "--batch-check", asked))) {
    if (size > maxFileBytes || total + size > maxTotalBytes) contents.set(id, "too large");
    else {
      total += size;
      wanted.push(id);
    }
  }
  for (const [id, content] of parseObjects(await batch(tree, "--batch", wanted)))
    contents.set(id, content);
  return contents;
}

async function batch(tree: WorkTree, mode: string, ids: readonly string[]): Promise<Buffer> {
  if (ids.length === 0) return Buffer.alloc(0);
  const { stdout } = await tree.git(["cat-file", mode], { input: `${ids.join("\n")}\n` });
  return stdout;
}

const HEADER = /^([0-9a-f]{40,64}) blob (\d+)$/;

function parseSizes(answer: Buffer): { id: string; size: number }[] {
  return answer
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [, id = "", size = ""] = HEADER.exec(line) ?? [];
      return id === "" ? [] : [{ id, size: Number(size) }];
    });
}

/** Reads headers and contents in turn; an answer that was cut off ends with the last whole object. */
function parseObjects(answer: Buffer): [id: string, content: Buffer][] {
  const objects: [string, Buffer][] = [];
  let at = 0;
  while (at < answer.length) {
    const end = answer.indexOf("\n", at);
    const [, id = "", size = ""] = HEADER.exec(answer.toString("latin1", at, end)) ?? [];
    const start = end + 1;
    at = start + Number(size) + 1;
    if (end === -1 || id === "" || at > answer.length) break;
    objects.push([id, answer.subarray(start, at - 1)]);
  }
  return objects;
}

import { readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { AllowedArea } from "./allowed-area.ts";
import { FileRefusal } from "./file-refusal.ts";
import { isInside } from "./is-inside.ts";
import { locateEntry } from "./locate-file.ts";
import {
  type IgnoreRule,
  ignoreRules,
  isIgnored,
  isPattern,
  patternExpression,
} from "./path-pattern.ts";
import { readContained } from "./read-contained.ts";
import { secretPathRule } from "./secret-files.ts";

export type FoundFile = {
  path: string;
  /** The lines that were asked for, from 1, both included. */
  lines?: { from: number; to: number };
};

export type FoundFiles = {
  files: FoundFile[];
  /** The source named files by a folder or a pattern. */
  isSeveral: boolean;
};

const MOST_FILES = 500;
const MOST_ENTRIES = 50_000;
const LONGEST_IGNORE_FILE = 256 * 1024;
const RANGE = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/;

/**
 * The files that a path, a folder, a pattern or a path with lines (`path:10-40`) names. Folders are read without what .gitignore
 * leaves out, without links and without files that look like secrets. Each file is checked again when it is read.
 */
export async function findFiles(source: string, area: AllowedArea): Promise<FoundFiles> {
  const [first = process.cwd()] = area.named;
  const isThere = (path: string) => !path.includes("\0") && existsSync(resolve(first, path));
  if (isPattern(source) && !isThere(source))
    return several(await matchPattern(source, first, area), source);
  const range = isThere(source) ? null : RANGE.exec(source);
  if (range !== null) return { files: [withLines(range)], isSeveral: false };
  if (!isThere(source)) return { files: [{ path: source }], isSeveral: false };
  const entry = locateEntry(source, area);
  if (!entry.isFolder) return { files: [{ path: source }], isSeveral: false };
  return several(await filesBelow(entry.path, area, () => true), source);
}

function withLines([, path = "", from = "1", to = from]: RegExpExecArray): FoundFile {
  const lines = { from: Number(from), to: Number(to) };
  if (lines.from >= 1 && lines.to >= lines.from) return { path, lines };
  throw new FileRefusal("invalid-path", "The lines must be like 10-40, counted from 1.");
}

function several(paths: readonly string[], source: string): FoundFiles {
  if (paths.length === 0)
    throw new FileRefusal("missing", `No file that may be read matches ${source.slice(0, 200)}.`);
  return { files: paths.map((path) => ({ path })), isSeveral: true };
}

async function matchPattern(pattern: string, first: string, area: AllowedArea): Promise<string[]> {
  const whole = resolve(first, pattern).split(sep).join("/");
  const parts = whole.split("/");
  const fixed = parts.slice(0, parts.findIndex(isPattern)).join("/") || "/";
  const base = locateEntry(fixed, area);
  const expression = patternExpression(whole.slice(fixed.length).replace(/^\//, ""));
  if (expression === undefined)
    throw new FileRefusal("invalid-path", "The pattern is too long or not closed.");
  return base.isFolder ? filesBelow(base.path, area, (path) => expression.test(path)) : [];
}

type Folder = { path: string; rules: readonly { base: string; rules: IgnoreRule[] }[] };

/** The files below a folder whose path from there is wanted, in the order of their names. */
async function filesBelow(
  top: string,
  area: AllowedArea,
  isWanted: (path: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  const folders: Folder[] = [{ path: top, rules: await rulesAbove(top, area) }];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // oxlint-disable-next-line no-await-in-loop -- rules of a folder hold for those in it
    const rules = [...folder.rules, ...(await ignoreFile(folder.path, area))];
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other, with an end
    const entries = await readdir(folder.path, { withFileTypes: true });
    const below: Folder[] = [];
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      seen += 1;
      if (seen > MOST_ENTRIES) throw tooMany(`looks into more than ${MOST_ENTRIES} entries`);
      const path = join(folder.path, entry.name);
      // A link is neither: what it leads to is read only if it is named.
      const isFolder = entry.isDirectory();
      if ((!isFolder && !entry.isFile()) || isLeftOut(path, isFolder, rules)) continue;
      if (isFolder) below.push({ path, rules });
      else if (isWanted(relative(top, path).split(sep).join("/"))) found.push(path);
      if (found.length > MOST_FILES) throw tooMany(`names more than ${MOST_FILES} files`);
    }
    folders.push(...below.toReversed());
  }
  return found;
}

/** The patterns of the folders above, from the allowed directory down. */
async function rulesAbove(top: string, area: AllowedArea): Promise<Folder["rules"]> {
  const root = area.real.find((directory) => isInside(top, directory)) ?? top;
  const names = relative(root, top).split(sep).slice(0, -1);
  const above =
    root === top ? [] : [root, ...names.map((_, at) => join(root, ...names.slice(0, at + 1)))];
  const rules = await Promise.all(above.map((folder) => ignoreFile(folder, area)));
  return rules.flat();
}

function isLeftOut(path: string, isFolder: boolean, rules: Folder["rules"]): boolean {
  if (isFolder && path.endsWith(`${sep}.git`)) return true;
  if (secretPathRule(path) !== undefined) return true;
  let ignored = false;
  for (const { base, rules: own } of rules) {
    ignored = isIgnored(own, relative(base, path).split(sep).join("/"), isFolder) ?? ignored;
  }
  return ignored;
}

async function ignoreFile(folder: string, area: AllowedArea) {
  try {
    const { bytes } = await readContained(join(folder, ".gitignore"), area, LONGEST_IGNORE_FILE);
    return [{ base: folder, rules: ignoreRules(bytes.toString("utf8")) }];
  } catch (error) {
    if (error instanceof FileRefusal) return [];
    throw error;
  }
}

function tooMany(what: string): FileRefusal {
  return new FileRefusal("too-large", `It ${what}. Name a smaller folder or a narrower pattern.`);
}

import type { Collection } from "./collection.ts";
import type { ContainedFiles } from "./contained-files.ts";
import type { WorkTree } from "./resolve-root.ts";
import { walkFolder } from "./walk-folder.ts";

export type FileSource = {
  files: ContainedFiles;
  tree: WorkTree | undefined;
  maxFiles: number;
  signal: AbortSignal;
};

/** The tracked and unignored files of the whole root. */
export const collectWorkspace = (source: FileSource): Promise<Collection> => listFolder(source, "");

/** Named files, and the files of named folders; what is not under the root is said, not read. */
export async function collectPaths(
  source: FileSource,
  paths: readonly string[],
): Promise<Collection> {
  const found = new Map<string, { path: string }>();
  const notes: string[] = [];
  let isMissing = false;
  let isCut = false;
  for (const path of paths) {
    const located = await source.files.locate(path);
    if ("skipped" in located) {
      notes.push(`${shown(path)} was not read: ${located.skipped}`);
      isMissing = true;
    } else if (!located.isFolder) found.set(located.path, { path: located.path });
    else {
      const folder = await listFolder(source, located.path);
      for (const file of folder.files) found.set(file.path, file);
      notes.push(...folder.notes);
      isCut ||= folder.isCut === true;
    }
  }
  return { files: [...found.values()], notes, isCut, ...(isMissing && { shortfall: "failed" }) };
}

const shown = (path: string): string => JSON.stringify(path.slice(0, 200));

async function listFolder(
  { files, tree, maxFiles, signal }: FileSource,
  folder: string,
): Promise<Collection> {
  const listed = tree ? await listTracked(tree, folder) : undefined;
  const { paths, isCut } = listed ?? (await walkFolder(files, folder, maxFiles * 4, signal));
  const notes = isCut ? [`more than ${maxFiles * 4} files; the rest was not listed`] : [];
  return { files: paths.map((path) => ({ path })), notes, isCut };
}

async function listTracked(
  tree: WorkTree,
  folder: string,
): Promise<{ paths: string[]; isCut: boolean } | undefined> {
  const { code, stdout } = await tree.git([
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--deduplicate",
    "--",
    folder === "" ? "." : folder,
  ]);
  if (code !== 0) return undefined;
  const paths = stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("/"));
  return { paths: paths.toSorted(), isCut: false };
}

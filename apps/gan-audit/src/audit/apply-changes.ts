import { basename, dirname, join } from "node:path";
import { FileRefusal, HeldFolder, secretPathRule } from "@faculties/files";
import type { ContainedFiles } from "../material/contained-files.ts";
import type { TextChange } from "../domain/diff/make-diff.ts";
import { holds, removeDraft, replaceFile, restoreFile, writeDraft } from "./replace-file.ts";

export type ApplyOutcome = { applied: string[] } | { refused: string };

type Place = { path: string; folder: HeldFolder; name: string; before: string | undefined };
type Draft = Place & { draft: string };

/**
 * Writes all changes or none: every file must still hold what was audited, and lie inside the root. Each folder is
 * opened once and used through its handle, so that a folder that is swapped for a link meanwhile leads nowhere.
 */
export async function applyChanges(
  changes: readonly TextChange[],
  files: ContainedFiles,
): Promise<ApplyOutcome> {
  for (const change of changes) {
    const reason = await refusal(change, files);
    if (reason !== undefined) return { refused: `${change.path} ${reason}; nothing was written` };
  }
  const folders = new Map<string, HeldFolder>();
  const drafts: Draft[] = [];
  try {
    for (const { path, before, after } of changes) {
      const folder = await folderOf(path, folders, files);
      const place = { path, folder, name: basename(path), before };
      const draft = await writeDraft(place, after);
      drafts.push({ ...place, draft });
      await folder.verify();
    }
    return (await putInPlace(drafts)) ?? { applied: changes.map(({ path }) => path) };
  } catch (error) {
    return { refused: `${reasonOf(error)}; nothing was changed` };
  } finally {
    await Promise.all(drafts.map(removeDraft));
    await Promise.all([...folders.values()].map((folder) => folder.close()));
  }
}

async function refusal(
  { path, before }: TextChange,
  files: ContainedFiles,
): Promise<string | undefined> {
  if (path.split("/").includes(".git")) return "belongs to git";
  if (secretPathRule(join(files.root, path)) !== undefined) return "looks like a secret";
  const now = await files.read(path);
  if (before === undefined) {
    const folder = await files.locate(dirname(path));
    const isFree = "skipped" in now && now.skipped === "no such file";
    if (!isFree) return "exists already";
    const isPlain = "path" in folder && folder.isFolder && folder.path === plain(dirname(path));
    return isPlain ? undefined : "has no folder inside the root";
  }
  if ("skipped" in now) return `cannot be changed (${now.skipped})`;
  return now.text === before ? undefined : "has changed since it was audited";
}

const plain = (folder: string): string => (folder === "." ? "" : folder);

async function folderOf(
  path: string,
  folders: Map<string, HeldFolder>,
  { root, area }: ContainedFiles,
): Promise<HeldFolder> {
  const real = join(root, dirname(path));
  const known = folders.get(real);
  if (known) return known;
  const opened = await HeldFolder.open(real, area);
  folders.set(real, opened);
  return opened;
}

/** Renames are quick and hardly fail; should one, those before it are taken back. Undefined when all went well. */
async function putInPlace(drafts: readonly Draft[]): Promise<{ refused: string } | undefined> {
  const done: Place[] = [];
  try {
    for (const one of drafts) {
      if (!(await holds(one, one.before)))
        throw new Error(`${one.path} has changed since it was audited`);
      await replaceFile(one);
      done.push(one);
      await one.folder.verify();
    }
    const folders = new Set(drafts.map(({ folder }) => folder));
    for (const folder of folders) {
      await folder.sync();
      await folder.verify();
    }
    return undefined;
  } catch (error) {
    const lost = await takeBack(done);
    if (lost.length === 0) throw error;
    return { refused: `${reasonOf(error)}; restore by hand: ${lost.join(", ")}` };
  }
}

/** The paths that could not be restored. */
async function takeBack(done: readonly Place[]): Promise<string[]> {
  const lost: string[] = [];
  for (const place of done.toReversed())
    await restoreFile(place, place.before).catch(() => lost.push(place.path));
  return lost;
}

function reasonOf(error: unknown): string {
  if (error instanceof FileRefusal) return "a folder was replaced meanwhile";
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `writing failed (${code})`;
}

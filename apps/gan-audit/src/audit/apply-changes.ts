import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ContainedFiles } from "../collect/contained-files.ts";
import type { TextChange } from "../domain/diff/make-diff.ts";

export type ApplyOutcome = { applied: string[] } | { refused: string };

type Draft = { path: string; target: string; draft: string; before: string | undefined };

/** Writes all changes or none: every file must still hold what was audited, and lie inside the root. */
export async function applyChanges(
  changes: readonly TextChange[],
  files: ContainedFiles,
): Promise<ApplyOutcome> {
  for (const change of changes) {
    const reason = await refusal(change, files);
    if (reason !== undefined) return { refused: `${change.path} ${reason}; nothing was written` };
  }
  const drafts: Draft[] = [];
  try {
    for (const change of changes) drafts.push(await writeDraft(change, files.root));
    await putInPlace(drafts);
    return { applied: changes.map(({ path }) => path) };
  } catch (error) {
    return {
      refused: `writing failed (${(error as NodeJS.ErrnoException).code ?? "error"}); nothing was changed`,
    };
  } finally {
    await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
  }
}

async function refusal(
  { path, before }: TextChange,
  files: ContainedFiles,
): Promise<string | undefined> {
  const now = await files.read(path);
  if (before === undefined) {
    const folder = await files.locate(dirname(path));
    const isFree = "skipped" in now && now.skipped === "no such file";
    if (!isFree) return "exists already";
    return "skipped" in folder || !folder.isFolder ? "has no folder inside the root" : undefined;
  }
  if ("skipped" in now) return `cannot be changed (${now.skipped})`;
  return now.text === before ? undefined : "has changed since it was audited";
}

async function writeDraft({ path, before, after }: TextChange, root: string): Promise<Draft> {
  const target = join(root, path);
  const draft = join(dirname(target), `.gan-audit-${randomBytes(8).toString("hex")}.tmp`);
  const mode = before === undefined ? 0o644 : (await stat(target)).mode & 0o777;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, mode);
  try {
    await file.writeFile(after);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, target, draft, before };
}

/** Renames are quick and hardly fail; should one, those before it are taken back. */
async function putInPlace(drafts: readonly Draft[]): Promise<void> {
  const done: Draft[] = [];
  try {
    for (const one of drafts) {
      await rename(one.draft, one.target);
      done.push(one);
    }
  } catch (error) {
    for (const { target, before } of done.toReversed()) await restore(target, before);
    throw error;
  }
}

async function restore(target: string, before: string | undefined): Promise<void> {
  if (before === undefined) return rm(target, { force: true });
  const file = await open(target, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    await file.writeFile(before);
  } finally {
    await file.close();
  }
}

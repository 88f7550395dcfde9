import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import type { HeldFolder } from "@faculties/files";

/** A name in an open folder. */
type Place = { folder: HeldFolder; name: string };

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;
const NEW_FILE_MODE = 0o644;

/** Whether the file holds exactly this text; undefined stands for no file. */
export async function holds({ folder, name }: Place, text: string | undefined): Promise<boolean> {
  const path = folder.pathOf(name);
  if (text === undefined) return (await statusOf(path)) === undefined;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (!file) return false;
  try {
    const expected = Buffer.from(text);
    const status = await file.stat();
    if (!status.isFile() || status.size !== expected.length) return false;
    return expected.equals(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Writes a text next to the file that it is for, with that file's mode, down to the disk; resolves with its name. */
export async function writeDraft({ folder, name }: Place, text: string): Promise<string> {
  const draft = `.gan-audit-${randomBytes(8).toString("hex")}.tmp`;
  const mode = ((await statusOf(folder.pathOf(name)))?.mode ?? NEW_FILE_MODE) & 0o777;
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  const file = await open(folder.pathOf(draft), flags, mode);
  try {
    await file.writeFile(text);
    await file.chmod(mode);
    await file.sync();
  } catch (error) {
    await removeDraft({ folder, draft });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

/** Puts a draft in the place of its file. */
export async function replaceFile({
  folder,
  name,
  draft,
}: Place & { draft: string }): Promise<void> {
  await rename(folder.pathOf(draft), folder.pathOf(name));
}

/** Puts a text back as a whole, or takes a new file away. */
export async function restoreFile(place: Place, before: string | undefined): Promise<void> {
  const { folder, name } = place;
  if (before === undefined) await rm(folder.pathOf(name), { force: true });
  else await replaceFile({ ...place, draft: await writeDraft(place, before) });
  await folder.sync();
}

export async function removeDraft({
  folder,
  draft,
}: {
  folder: HeldFolder;
  draft: string;
}): Promise<void> {
  await rm(folder.pathOf(draft), { force: true });
}

async function statusOf(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ignoreMissing } from "./ignore-missing.ts";

const PERMISSIONS = 0o7777;

/** Replaces a file at once, with its permissions and owner kept; after a failure the old file is still there. */
export async function writeAtomically(
  target: string,
  content: string,
  newFileMode: number,
): Promise<void> {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const status = await stat(target).catch(ignoreMissing);
  // Renaming over a file that was made read-only would quietly undo that.
  if (status) await access(target, constants.W_OK);
  const draft = join(folder, `.${basename(target)}.${randomUUID()}.tmp`);
  const handle = await open(draft, "wx", newFileMode);
  try {
    try {
      await handle.writeFile(content);
      if (status) await handle.chmod(status.mode & PERMISSIONS);
      if (status && process.getuid && status.uid !== process.getuid())
        await handle.chown(status.uid, status.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

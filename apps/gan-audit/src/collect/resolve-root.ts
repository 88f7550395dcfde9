import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Obstacle } from "./collection.ts";

export type RootSources = {
  /** GAN_AUDIT_ROOT. */
  configured: string | undefined;
  /** The folders that the client offers. */
  roots(): Promise<string[] | undefined>;
  cwd: string;
};

/** The folder that may be read, or a sentence that says why there is none. */
export async function resolveRoot({
  configured,
  roots,
  cwd,
}: RootSources): Promise<{ root: string } | Obstacle> {
  if (configured !== undefined) {
    const root = await folderAt(configured);
    return root === undefined
      ? { reason: `GAN_AUDIT_ROOT (${configured}) is not a folder`, shortfall: "failed" }
      : { root };
  }
  for (const uri of (await roots().catch(() => undefined)) ?? []) {
    const root = uri.startsWith("file://") ? await folderAt(pathOf(uri)) : undefined;
    if (root !== undefined) return { root };
  }
  const root = await folderAt(cwd);
  // A client that starts servers in no particular place starts them at the top or at home.
  const isSomewhere =
    root !== undefined && root !== dirname(root) && root !== (await folderAt(homedir()));
  return isSomewhere
    ? { root }
    : { reason: "no folder is known; set GAN_AUDIT_ROOT to audit files", shortfall: "absent" };
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return "";
  }
}

async function folderAt(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

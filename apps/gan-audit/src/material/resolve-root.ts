import { realpath, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { broadRootProblem } from "@faculties/files";
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
  const offered = await foldersOf((await roots().catch(() => undefined)) ?? []);
  const working = offered.length > 0 ? undefined : await folderAt(cwd);
  const implicit = working === undefined ? offered : [working];
  const root = implicit.find((folder) => broadRootProblem(folder) === undefined);
  if (root !== undefined) return { root };
  const problems = implicit.map((folder) => broadRootProblem(folder)).join("; ");
  const why = problems === "" ? "" : ` (${problems})`;
  return {
    reason: `no folder is known${why}; set GAN_AUDIT_ROOT to audit files`,
    shortfall: "absent",
  };
}

async function foldersOf(uris: readonly string[]): Promise<string[]> {
  const local = uris.filter((uri) => uri.startsWith("file://"));
  const found = await Promise.all(local.map((uri) => folderAt(pathOf(uri))));
  return found.filter((folder) => folder !== undefined);
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

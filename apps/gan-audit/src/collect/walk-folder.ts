import { opendir } from "node:fs/promises";
import { join } from "node:path";

const SKIPPED = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "bower_components",
  "vendor",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".next",
  ".cache",
  ".turbo",
]);

/** The files under a folder where git cannot tell; links are not followed, and what tools generate is left out. */
export async function walkFolder(
  root: string,
  folder: string,
  most: number,
  signal: AbortSignal,
): Promise<{ paths: string[]; isCut: boolean }> {
  const paths: string[] = [];
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    signal.throwIfAborted();
    const entries = await opendir(join(root, current)).catch(() => undefined);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = current === "" ? entry.name : `${current}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path);
      else if (entry.isFile()) paths.push(path);
      if (paths.length > most) return { paths: paths.slice(0, most).toSorted(), isCut: true };
    }
  }
  return { paths: paths.toSorted(), isCut: false };
}

import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { HeldFolder } from "@faculties/files";
import type { ContainedFiles } from "./contained-files.ts";

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
  files: Pick<ContainedFiles, "root" | "area">,
  folder: string,
  most: number,
  signal: AbortSignal,
): Promise<{ paths: string[]; isCut: boolean }> {
  const paths: string[] = [];
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    signal.throwIfAborted();
    const held = await HeldFolder.open(join(files.root, current), files.area).catch(
      () => undefined,
    );
    if (!held) continue;
    try {
      for await (const entry of await opendir(held.pathOf())) {
        const path = current === "" ? entry.name : `${current}/${entry.name}`;
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path);
        else if (entry.isFile()) paths.push(path);
        if (paths.length > most) return { paths: paths.slice(0, most).toSorted(), isCut: true };
      }
    } finally {
      await held.close();
    }
  }
  return { paths: paths.toSorted(), isCut: false };
}

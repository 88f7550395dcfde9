import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isInside } from "@faculties/files";

/** The directories that files may be read from, as they are named and as they really are. */
export type AllowedArea = { readonly named: readonly string[]; readonly real: readonly string[] };

/** What these files hold is about processes and the machine, the environment with its keys included. */
const NEVER_READ = ["/proc", "/sys"];

/** Resolves links in the directories' own paths; those that do not exist allow nothing. */
export function allowedArea(directories: readonly string[]): AllowedArea {
  const named = directories.map((directory) => resolve(directory));
  return { named, real: named.flatMap(realDirectories) };
}

/** Whether a path without links lies in the area. */
export function allowsRealPath({ real }: AllowedArea, path: string): boolean {
  if (NEVER_READ.some((directory) => isInside(path, directory))) return false;
  return real.some((directory) => isInside(path, directory));
}

function realDirectories(directory: string): string[] {
  try {
    return [realpathSync.native(directory)];
  } catch {
    return [];
  }
}

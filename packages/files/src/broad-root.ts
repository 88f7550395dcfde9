import { realpathSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import nodePath, { type PlatformPath } from "node:path";
import { isInside } from "./is-inside.ts";

/**
 * Why a folder may be used only if the operator names it: clients start servers at the top of the file system or at
 * home when they know no better place, and there the keys are. Undefined for every other folder.
 */
export function broadRootProblem(
  folder: string,
  homes: readonly string[] = homeFolders(),
  paths: PlatformPath = nodePath,
): string | undefined {
  const real = realPath(folder);
  if (paths.dirname(real) === real) return `${folder} is the top of the file system`;
  if (homes.some((home) => isInside(home, real, paths) && isInside(real, home, paths)))
    return `${folder} is the home folder`;
  return homes.some((home) => isInside(home, real, paths))
    ? `${folder} contains the home folder`
    : undefined;
}

/** The home that the environment names, and the one of the user's account. */
function homeFolders(): string[] {
  return [homedir, () => userInfo().homedir].flatMap((find) => {
    try {
      const home = find();
      return home === "" ? [] : [realPath(home)];
    } catch {
      // A user without an entry in the system's list has none there.
      return [];
    }
  });
}

function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

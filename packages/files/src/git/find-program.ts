import { access, constants, realpath, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";

export type ProgramSearch = {
  /** The value of PATH. */
  path: string | undefined;
  /** A folder of strangers: no program inside of it is ever taken. */
  distrusted: string;
  platform?: NodeJS.Platform;
  /** The real path of a file that may be run, undefined for everything else. */
  locate?(path: string): Promise<string | undefined>;
};

// A program is started without a shell, so the scripts among PATHEXT (.cmd, .bat, …) could not be run anyway.
const WINDOWS_SUFFIX = ".exe";
// `C:tools` and `\tools` depend on the current folder or drive.
const WINDOWS_ABSOLUTE = /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i;

/**
 * The first program of that name on PATH. The current folder is never searched, nor an entry that is relative to it, nor
 * the folders of packages that npm puts first on PATH: a repository can bring those along.
 */
export async function findProgram(
  name: string,
  { path = "", distrusted, platform = process.platform, locate = locateProgram }: ProgramSearch,
): Promise<string | undefined> {
  const isWindows = platform === "win32";
  const rules = isWindows ? win32 : posix;
  const isDistrusted = (place: string) => {
    const way = rules.relative(distrusted, place);
    const isInside =
      way === "" || (way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way));
    return isInside || /[\\/]node_modules[\\/]\.bin([\\/]|$)/i.test(place);
  };
  for (const entry of path.split(rules.delimiter)) {
    const folder = isWindows ? entry.replaceAll('"', "") : entry;
    const isAbsolute = isWindows ? WINDOWS_ABSOLUTE.test(folder) : folder.startsWith("/");
    if (!isAbsolute || isDistrusted(rules.normalize(folder))) continue;
    const program = rules.join(folder, isWindows ? `${name}${WINDOWS_SUFFIX}` : name);
    const target = await locate(program);
    if (target !== undefined && !isDistrusted(target)) return program;
  }
  return undefined;
}

async function locateProgram(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? await realpath(path) : undefined;
  } catch {
    return undefined;
  }
}

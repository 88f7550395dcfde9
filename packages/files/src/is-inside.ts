import nodePath, { type PlatformPath } from "node:path";

/**
 * Whether `path` is `directory` or lies below it. Both are absolute and normalised; `/a/bc` is not inside `/a/b`.
 * By Windows' rules letter case does not count, and another drive or share is elsewhere.
 */
export function isInside(
  path: string,
  directory: string,
  { relative, sep, isAbsolute }: PlatformPath = nodePath,
): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

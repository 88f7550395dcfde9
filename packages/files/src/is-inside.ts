import { isAbsolute, relative, sep } from "node:path";

/** Whether `path` is `directory` or lies below it. Both are absolute and normalised; `/a/bc` is not inside `/a/b`. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

import { isAbsolute, relative, sep } from "node:path";

/** Whether `path` is `folder` or lies under it; both are absolute and without links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

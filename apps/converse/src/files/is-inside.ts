import { sep } from "node:path";

/** Whether a path is a directory or lies below it. Both are absolute and normal; `/a/bc` is not inside `/a/b`. */
export function isInside(path: string, directory: string): boolean {
  const prefix = directory.endsWith(sep) ? directory : directory + sep;
  return path === directory || path.startsWith(prefix);
}

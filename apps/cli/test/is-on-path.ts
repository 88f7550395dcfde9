import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether there is a program of that name. */
export function isOnPath(name: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}

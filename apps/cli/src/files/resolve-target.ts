import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ignoreMissing } from "./ignore-missing.ts";

/** The file that a path means, through every symbolic link; it need not exist. */
export async function resolveTarget(file: string): Promise<string> {
  const real = await realpath(file).catch(ignoreMissing);
  if (real !== undefined) return real;
  const status = await lstat(file).catch(ignoreMissing);
  if (!status?.isSymbolicLink()) return file;
  return resolveTarget(resolve(dirname(file), await readlink(file)));
}

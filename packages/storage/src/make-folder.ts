import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, and brings their names to the disk. Node's own recursive mkdir never returns
 * where none can be made, such as under /proc.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode === undefined ? {} : { mode });
    syncFolder(dirname(path));
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (!existsSync(path)) throw error;
  }
}

/** A database in a folder that is gone after a loss of power would be lost with it. */
function syncFolder(path: string): void {
  // Windows has no such call for folders.
  if (process.platform === "win32") return;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    fsyncSync(descriptor);
  } catch {
    // Some file systems refuse it, and a folder above may be closed to this user: the folder is made nevertheless.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those above it. Node's own recursive mkdir never returns where none can be made, such as under /proc. */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode === undefined ? {} : { mode });
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (!existsSync(path)) throw error;
  }
}

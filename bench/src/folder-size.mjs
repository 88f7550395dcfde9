import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Bytes of all files below a folder; links are not followed.
 * @param {string} folder
 */
export function folderSize(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += folderSize(path);
    else if (entry.isFile()) bytes += lstatSync(path).size;
  }
  return bytes;
}

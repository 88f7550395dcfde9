import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A directory outside the repository that keeps what is costly to make again.
 * @param {string[]} names
 */
export function cacheDirectory(...names) {
  const directory = join(tmpdir(), "faculties-bench", ...names);
  mkdirSync(directory, { recursive: true });
  return directory;
}

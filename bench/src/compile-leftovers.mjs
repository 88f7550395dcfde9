import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { folderSize } from "./folder-size.mjs";

/**
 * Bytes that compiling better-sqlite3 leaves behind: objects, archives and a copy of its sources. Where its prebuilt
 * binary can be downloaded nothing is compiled, and only the modules in build/Release are there.
 * @param {string} modules
 */
export function compileLeftovers(modules) {
  const build = join(modules, "better-sqlite3", "build");
  if (!existsSync(build)) return 0;
  const release = join(build, "Release");
  const binaries = readdirSync(release).filter((name) => name.endsWith(".node"));
  return binaries.reduce(
    (bytes, name) => bytes - statSync(join(release, name)).size,
    folderSize(build),
  );
}

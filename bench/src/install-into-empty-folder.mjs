import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.mjs";

/** @import { Subject } from "./types.ts" */

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Install a server as a user would; returns the folder.
 * @param {NonNullable<Subject["install"]>} install
 * @param {string} directory
 */
export async function installIntoEmptyFolder(install, directory) {
  const folder = mkdtempSync(join(directory, "install-"));
  const what = "folder" in install ? await pack(install.folder, directory) : install.name;
  await runCommand("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", what], folder);
  return folder;
}

/**
 * @param {string} source
 * @param {string} directory
 */
async function pack(source, directory) {
  const destination = mkdtempSync(join(directory, "pack-"));
  const pnpm = join(repository, "node_modules", ".bin", "pnpm");
  await runCommand(pnpm, ["pack", "--pack-destination", destination], source);
  return join(destination, readdirSync(destination)[0] ?? "");
}

/**
 * The packages that npm installed there: all, and those that are there for better-sqlite3 alone.
 * @param {string} folder
 */
export function installedPackages(folder) {
  const lock = JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8"));
  /** @type {Record<string, { dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }>} */
  const packages = lock.packages;
  const root = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const reached = new Set();
  const open = Object.keys(root.dependencies).map((name) => `node_modules/${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (path.endsWith("node_modules/better-sqlite3")) continue;
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = locate(packages, path, name);
      if (found !== undefined) open.push(found);
    }
  }
  const all = Object.keys(packages).length;
  return { all, ofSqlite: all - reached.size };
}

/**
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function locate(packages, from, name) {
  const nested = `${from === "." ? "" : `${from}/`}node_modules/${name}`;
  if (nested in packages) return nested;
  return from === "." ? undefined : locate(packages, dirname(from), name);
}

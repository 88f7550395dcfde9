import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cacheDirectory } from "./cache-directory.mjs";
import { runCommand } from "./run-command.mjs";

/** @import { NodeProgram } from "./types.ts" */

/**
 * A Node that a server with these `engines` runs on: undefined where ours will do, else the newest of the first major
 * version that they name, installed from npm when first used.
 * @param {string | undefined} engines
 * @param {(text: string) => void} progress
 * @returns {Promise<NodeProgram | undefined>}
 */
export async function findNode(engines, progress) {
  const major = Number(/\d+/.exec(engines ?? "")?.[0] ?? 0);
  if (major <= Number.parseInt(process.versions.node, 10)) return undefined;
  const place = cacheDirectory("node", `${major}`);
  const name = process.platform === "win32" ? "node.exe" : "node";
  const path = join(place, "node_modules", "node", "bin", name);
  if (!existsSync(path)) {
    progress(`installing Node ${major}`);
    const flags = ["--prefix", place, "--no-audit", "--no-fund"];
    await runCommand("npm", ["install", ...flags, `node@${major}`], place);
  }
  const version = (await runCommand(path, ["--version"], place)).trim().replace(/^v/, "");
  return { path, version };
}

/**
 * The environment in which npm, and what it builds, runs on that Node.
 * @param {NodeProgram | undefined} node
 */
export function environmentOf(node) {
  if (node === undefined) return process.env;
  return { ...process.env, PATH: `${dirname(node.path)}${delimiter}${process.env["PATH"]}` };
}

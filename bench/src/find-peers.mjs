import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory } from "./cache-directory.mjs";
import { environmentOf, findNode } from "./find-node.mjs";
import { binary } from "./find-servers.mjs";
import { runCommand } from "./run-command.mjs";

/** @import { BenchCase, Installable, NodeProgram, Skipped, Subject } from "./types.ts" */

/** @typedef {BenchCase & { package: string, counterpart?: string }} Peer */

/** @returns {Peer[]} */
export function knownPeers() {
  return JSON.parse(readFileSync(new URL("../peers.json", import.meta.url), "utf8"));
}

/**
 * The name in `name` or `name@version`.
 * @param {string} spec
 */
export function packageName(spec) {
  return spec.replace(/(?<=.)@[^/@]*$/, "");
}

/**
 * Public servers by their npm names, installed when first used, each with a Node that it runs on.
 * @param {readonly Peer[]} peers
 * @param {(text: string) => void} progress
 */
export async function findPeers(peers, progress) {
  /** @type {Subject[]} */
  const subjects = [];
  /** @type {Installable[]} */
  const installables = [];
  /** @type {Skipped[]} */
  const skipped = [];
  for (const { package: spec, ...cases } of peers) {
    const name = packageName(spec);
    try {
      const { version, engines } = await published(spec);
      const title = `${name} ${version}`;
      const { counterpart } = cases;
      /** @type {Installable} */
      const installable = {
        name: title,
        kind: "peer",
        counterpart,
        install: { name: `${name}@${version}` },
      };
      installables.push(installable);
      const node = await findNode(engines, progress);
      const entry = await installPeer({ name, version, node }, progress);
      const onNode = node === undefined ? "" : ` on Node ${node.version}`;
      subjects.push({ ...cases, ...installable, name: `${title}${onNode}`, entry, node });
    } catch (error) {
      skipped.push({ name, reason: reason(error) });
    }
  }
  return { subjects, installables, skipped };
}

/**
 * The newest version of a package that a name stands for, and the Node versions that it takes.
 * @param {string} spec
 * @returns {Promise<{ version: string, engines?: string }>}
 */
async function published(spec) {
  const fields = ["version", "engines.node"];
  const answer = await runCommand(
    "npm",
    ["view", spec, ...fields, "--json"],
    cacheDirectory("peers"),
  );
  const found = JSON.parse(answer);
  const newest = Array.isArray(found) ? found.at(-1) : found;
  return typeof newest === "string"
    ? { version: newest }
    : { version: newest.version, engines: newest["engines.node"] };
}

/**
 * The file to run.
 * @param {{ name: string, version: string, node: NodeProgram | undefined }} peer
 * @param {(text: string) => void} progress
 */
async function installPeer({ name, version, node }, progress) {
  const place = cacheDirectory("peers", `${name.replaceAll("/", "+")}@${version}`);
  const folder = join(place, "node_modules", name);
  if (!existsSync(join(place, "package-lock.json"))) {
    progress(`installing ${name}@${version}`);
    const flags = ["--prefix", place, "--no-audit", "--no-fund", "--engine-strict"];
    const args = ["install", ...flags, `${name}@${version}`];
    await runCommand("npm", args, place, environmentOf(node));
  }
  return join(folder, binary(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))));
}

/** @param {unknown} error */
function reason(error) {
  const text = error instanceof Error ? error.message : String(error);
  const needed = /Required: (\{.*\})/.exec(text)?.[1];
  if (needed !== undefined)
    return `needs ${needed.replaceAll(/["{}]/g, "").replace(":", " ")}, this is Node ${process.versions.node}`;
  return /npm error (.*)/.exec(text)?.[1] ?? text;
}

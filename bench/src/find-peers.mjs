import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory } from "./cache-directory.mjs";
import { binary } from "./find-servers.mjs";
import { runCommand } from "./run-command.mjs";

/** @import { BenchCase, Installable, Skipped, Subject } from "./types.ts" */

/** @typedef {BenchCase & { package: string }} Peer */

/** @returns {Peer[]} */
export function knownPeers() {
  return JSON.parse(readFileSync(new URL("../peers.json", import.meta.url), "utf8"));
}

/**
 * Public servers by their npm names, installed when first used.
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
    const name = spec.replace(/(?<=.)@[^/@]*$/, "");
    try {
      const version = await publishedVersion(spec);
      const title = `${name} ${version}`;
      /** @type {Installable} */
      const installable = { name: title, kind: "peer", install: { name: `${name}@${version}` } };
      installables.push(installable);
      const entry = await installPeer(name, version, progress);
      subjects.push({ ...cases, ...installable, entry });
    } catch (error) {
      skipped.push({ name, reason: reason(error) });
    }
  }
  return { subjects, installables, skipped };
}

/** @param {string} spec */
async function publishedVersion(spec) {
  const answer = await runCommand(
    "npm",
    ["view", spec, "version", "--json"],
    cacheDirectory("peers"),
  );
  const versions = JSON.parse(answer);
  return Array.isArray(versions) ? versions.at(-1) : versions;
}

/**
 * The file to run.
 * @param {string} name
 * @param {string} version
 * @param {(text: string) => void} progress
 */
async function installPeer(name, version, progress) {
  const place = cacheDirectory("peers", `${name.replaceAll("/", "+")}@${version}`);
  const folder = join(place, "node_modules", name);
  if (!existsSync(join(place, "package-lock.json"))) {
    progress(`installing ${name}@${version}`);
    const flags = ["--prefix", place, "--no-audit", "--no-fund", "--engine-strict"];
    await runCommand("npm", ["install", ...flags, `${name}@${version}`], place);
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

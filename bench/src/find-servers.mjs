import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @import { Skipped, Subject } from "./types.ts" */

const apps = fileURLToPath(new URL("../../apps/", import.meta.url));

/**
 * The servers of this repository that are built, with their bench.json.
 * @returns {{ subjects: Subject[], skipped: Skipped[] }}
 */
export function findServers() {
  /** @type {Subject[]} */
  const subjects = [];
  /** @type {Skipped[]} */
  const skipped = [];
  for (const name of existsSync(apps) ? readdirSync(apps).toSorted() : []) {
    const folder = join(apps, name);
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest) || !isServer(name, readJson(manifest))) continue;
    const entry = join(folder, binary(readJson(manifest)));
    const cases = join(folder, "bench.json");
    if (existsSync(entry))
      subjects.push({
        ...(existsSync(cases) && readJson(cases)),
        name,
        kind: "ours",
        entry,
        install: { folder },
      });
    else skipped.push({ name, reason: "not built" });
  }
  return { subjects, skipped };
}

/**
 * Other programs in apps/ speak to people, not to clients.
 * @param {string} name
 * @param {{ bin?: Record<string, string> }} manifest
 */
function isServer(name, { bin = {} }) {
  return `${name}-mcp` in bin;
}

/** @param {{ bin?: string | Record<string, string> }} manifest */
export function binary({ bin = {} }) {
  return typeof bin === "string" ? bin : (Object.values(bin)[0] ?? "");
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

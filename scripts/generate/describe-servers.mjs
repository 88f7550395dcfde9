import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { publishedPackages } from "../run/published.mjs";

/**
 * The facts about each built server: its manifest, its own description under the flags of its tour, and its recipe, which
 * holds everything about installing it.
 */
export function describeServers() {
  return publishedPackages()
    .filter(({ isServer, folder }) => isServer && existsSync(`apps/${folder}/dist/main.mjs`))
    .map(({ folder, manifest }) => ({
      folder,
      manifest,
      described: describe(folder),
      recipe: readJson(`packages/recipes/servers/${folder}.json`),
    }));
}

/** Whether `npx @faculties/…` finds the packages. */
export function isOnNpm() {
  return readJson("packages/recipes/npm.json").isPublished;
}

function describe(folder) {
  const { describe: flags = [] } = readJson(`apps/${folder}/tour.json`);
  const args = [`apps/${folder}/dist/main.mjs`, "describe", ...flags];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

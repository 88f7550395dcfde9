import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { publishedPackages } from "../run/published.mjs";

/**
 * The facts about each built server: its manifest, its own description under the flags of its tour, its recipe
 * (the settings that make it useful), and its listing, which holds what only registries and installers ask for.
 */
export function describeServers() {
  const recipes = readJson("packages/recipes/recipes.json");
  return publishedPackages()
    .filter(({ isServer, folder }) => isServer && existsSync(`apps/${folder}/dist/main.mjs`))
    .map(({ folder, manifest }) => ({
      folder,
      manifest,
      described: describe(folder),
      listing: readJson(`apps/${folder}/listing.json`),
      recipe: recipes[folder],
    }));
}

function describe(folder) {
  const { describe: flags = [] } = readJson(`apps/${folder}/tour.json`);
  const args = [`apps/${folder}/dist/main.mjs`, "describe", ...flags];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

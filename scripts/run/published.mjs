import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Every published package in apps/, with its manifest; `isServer` tells MCP servers from other programs. `script` says
 * how it is shown to people and tried: its tour.json.
 */
export function publishedPackages() {
  return readdirSync("apps")
    .filter((folder) => existsSync(`apps/${folder}/package.json`))
    .map((folder) => {
      const manifest = readJson(`apps/${folder}/package.json`);
      const tour = `apps/${folder}/tour.json`;
      return {
        folder,
        manifest,
        isServer: `${folder}-mcp` in (manifest.bin ?? {}),
        script: existsSync(tour) ? readJson(tour) : {},
      };
    });
}

export function publishedServers() {
  return publishedPackages().filter(({ isServer }) => isServer);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

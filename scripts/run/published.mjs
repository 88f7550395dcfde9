import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Every published package in apps/, with its manifest; `isServer` tells MCP servers from other programs. */
export function publishedPackages() {
  return readdirSync("apps")
    .filter((folder) => existsSync(`apps/${folder}/package.json`))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(`apps/${folder}/package.json`, "utf8"));
      return { folder, manifest, isServer: `${folder}-mcp` in (manifest.bin ?? {}) };
    });
}

/** The folders of the MCP servers. */
export function serverFolders() {
  return publishedPackages()
    .filter(({ isServer }) => isServer)
    .map(({ folder }) => folder);
}

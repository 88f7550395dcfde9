import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundle a server again, readable and with source maps, next to its dist folder, so that what it reads from there is
 * found by the same relative paths.
 * @param {string} server
 */
export async function buildWithMaps(server) {
  const app = join(root, "apps", server);
  const folder = join(app, ".hops");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(app, "dist"), folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(".cjs")) rmSync(join(folder, name));
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(app, "package.json"), "utf8"),
  );
  const outside = Object.keys({ ...dependencies, ...optionalDependencies });
  const bundle = await rolldown({
    cwd: app,
    input: { server: "src/main.ts", ...workersOf(app) },
    platform: "node",
    external: (id) =>
      id.startsWith("node:") || outside.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: {
      alias: { "@modelcontextprotocol/server/_shims": join(root, "scripts", "sdk-shims.mjs") },
    },
    logLevel: "silent",
  });
  await bundle.write({
    dir: folder,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    sourcemap: true,
    dynamicImportInCjs: false,
  });
  await bundle.close();
  return {
    entry: join(folder, "server.cjs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param {string} app */
function workersOf(app) {
  const folder = join(app, "src", "workers");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(files.map((name) => [basename(name, ".ts"), `src/workers/${name}`]));
}

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** @import { Subject } from "../src/find-servers.mjs" */

const input = fileURLToPath(new URL("../src/fixtures/interop-app.ts", import.meta.url));

/**
 * The server that offers everything the kit can, bundled into a folder.
 * @param {string} folder
 * @returns {Promise<Subject>}
 */
export async function buildFixture(folder) {
  const entry = join(folder, "fixture.mjs");
  const plugins = [keepNativeModules];
  const bundle = await rolldown({ input, platform: "node", plugins, logLevel: "silent" });
  await bundle.write({ file: entry, format: "esm", codeSplitting: false });
  await bundle.close();
  return { name: "fixture", entry, args: [], env: {}, examples: [] };
}

const nativeModules = ["better-sqlite3", "better-sqlite3-13"];

/** The bundle lies outside every node_modules, so a native module is imported by its absolute path. */
const keepNativeModules = {
  name: "keep-native-modules",
  /**
   * @param {string} source
   * @param {string | undefined} importer
   */
  resolveId(source, importer) {
    if (importer === undefined || !nativeModules.includes(source)) return null;
    const { resolve } = createRequire(importer);
    const isThere = resolve.paths(source)?.some((folder) => existsSync(join(folder, source)));
    return isThere
      ? { id: resolve(source), external: /** @type {const} */ ("absolute") }
      : { id: source, external: true };
  },
};

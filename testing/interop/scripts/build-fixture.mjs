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
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ file: entry, format: "esm", codeSplitting: false });
  await bundle.close();
  return { name: "fixture", entry, args: [], env: {}, examples: [] };
}

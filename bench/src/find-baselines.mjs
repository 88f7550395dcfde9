import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { cacheDirectory } from "./cache-directory.mjs";

/** @import { Subject } from "./types.ts" */

const folder = fileURLToPath(new URL("../baselines/", import.meta.url));
const storage = new URL("../../packages/storage/package.json", import.meta.url);
/** One of them is not for this Node, and not installed. */
const NATIVE = ["better-sqlite3", "better-sqlite3-13"];

/**
 * A one-tool server on the bare SDK, the same on the kit, both bundled plainly, and one with no SDK at all.
 * @returns {Promise<Subject[]>}
 */
export async function findBaselines() {
  const call = { name: "echo", arguments: { text: "call {n}" } };
  const write = { name: "append", arguments: { text: "call {n}" } };
  return [
    { name: "kit", kind: "ours", entry: await bundled("kit.ts"), call, write },
    { name: "bare-sdk", kind: "baseline", entry: await bundled("bare-sdk.ts"), call },
    { name: "no-sdk", kind: "baseline", entry: join(folder, "no-sdk.mjs"), call, write },
  ];
}

/** @param {string} name */
function whereItIs(name) {
  const isThere = existsSync(new URL(`node_modules/${name}`, storage));
  return isThere ? [[name, createRequire(storage).resolve(name)]] : [];
}

/** @param {string} source */
async function bundled(source) {
  const file = join(cacheDirectory("baselines"), `${basename(source, ".ts")}.mjs`);
  const bundle = await rolldown({
    input: join(folder, source),
    platform: "node",
    logLevel: "silent",
    external: NATIVE,
  });
  await bundle.write({
    file,
    format: "esm",
    codeSplitting: false,
    paths: Object.fromEntries(NATIVE.flatMap(whereItIs)),
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  return file;
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { cacheDirectory } from "./cache-directory.mjs";

/** @import { Subject } from "./types.ts" */

const folder = fileURLToPath(new URL("../baselines/", import.meta.url));

/**
 * A one-tool server on the bare SDK, bundled as ours are but plain, and one with no SDK at all.
 * @returns {Promise<Subject[]>}
 */
export async function findBaselines() {
  const entry = join(cacheDirectory("baselines"), "bare-sdk.mjs");
  const bundle = await rolldown({
    input: join(folder, "bare-sdk.ts"),
    platform: "node",
    logLevel: "silent",
  });
  await bundle.write({
    file: entry,
    format: "esm",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  const call = { name: "echo", arguments: { text: "call {n}" } };
  const write = { name: "append", arguments: { text: "call {n}" } };
  return [
    { name: "bare-sdk", kind: "baseline", entry, call },
    { name: "no-sdk", kind: "baseline", entry: join(folder, "no-sdk.mjs"), call, write },
  ];
}

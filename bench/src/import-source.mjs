import { writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/**
 * Import a TypeScript file of this repository, to do what a server does through the server's own code.
 * @param {string} path from the root of the repository
 * @param {string} directory where the compiled file may go
 */
export async function importSource(path, directory) {
  const input = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const build = await rolldown({ input, platform: "node", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  const file = join(directory, `${parse(path).name}.mjs`);
  writeFileSync(file, output[0].code);
  return import(pathToFileURL(file).href);
}

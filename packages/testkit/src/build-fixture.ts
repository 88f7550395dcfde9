import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";
import { afterRun } from "./after-test.ts";

const nativeModules = ["better-sqlite3"];

const builds = new Map<string, Promise<string>>();
let directory: Promise<string> | undefined;

/** Bundle a TypeScript server to one .mjs file, once per run, and return the path of that file. */
export function buildFixture(entry: string | URL): Promise<string> {
  const path = typeof entry === "string" ? entry : fileURLToPath(entry);
  const known = builds.get(path);
  if (known !== undefined) return known;
  const build = bundle(path);
  builds.set(path, build);
  return build;
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    platform: "node",
    plugins: [keepNativeModules],
    logLevel: "silent",
  });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  await build.close();
  const { code } = output[0];
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  directory ??= outputDirectory();
  const file = join(await directory, `${basename(entry, ".ts")}-${hash}.mjs`);
  await writeFile(file, code);
  return file;
}

// The bundle lies outside every node_modules, so a native module is imported by its absolute path.
const keepNativeModules: Plugin = {
  name: "keep-native-modules",
  resolveId(source, importer) {
    if (importer === undefined || !nativeModules.includes(source)) return null;
    return { id: createRequire(importer).resolve(source), external: "absolute" };
  },
};

async function outputDirectory(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), "faculties-fixtures-"));
  afterRun(() => rmSync(created, { recursive: true, force: true }));
  return created;
}

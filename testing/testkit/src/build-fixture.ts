import { createRequire } from "node:module";
import { existsSync, rmSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";
import { afterRun } from "./after-test.ts";

/** One of them is not for this Node, and not installed. */
const nativeModules = ["better-sqlite3", "better-sqlite3-13"];
const launcher = new URL("../../../packages/mcp-kit/launcher/main.mjs", import.meta.url);

const builds = new Map<string, Promise<string>>();

/** Bundle a TypeScript program to one .mjs file, once per run, and return the path of that file. */
export function buildFixture(entry: string | URL): Promise<string> {
  return buildOnce(entry, async (path, folder) => {
    const file = join(folder, `${basename(path, ".ts")}.mjs`);
    await writeFile(file, await bundle(path, "esm"));
    return file;
  });
}

/** Bundle a TypeScript server as the published ones are: a launcher starts it with the code that it compiled before. */
export function buildServerFixture(entry: string | URL): Promise<string> {
  return buildOnce(entry, async (path, folder) => {
    // The launcher names what it keeps after the folder above.
    const dist = join(folder, basename(path, ".ts"), "dist");
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, "server.cjs"), await bundle(path, "cjs"));
    await copyFile(launcher, join(dist, "main.mjs"));
    return join(dist, "main.mjs");
  });
}

function buildOnce(
  entry: string | URL,
  build: (path: string, folder: string) => Promise<string>,
): Promise<string> {
  const path = typeof entry === "string" ? entry : fileURLToPath(entry);
  const known = builds.get(path);
  if (known !== undefined) return known;
  const built = temporaryFolder().then((folder) => build(path, folder));
  builds.set(path, built);
  return built;
}

async function bundle(entry: string, format: "esm" | "cjs"): Promise<string> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: entry,
    platform: "node",
    plugins: [keepNativeModules],
    logLevel: "silent",
  });
  const { output } = await build.generate({
    format,
    codeSplitting: false,
    dynamicImportInCjs: false,
  });
  await build.close();
  return output[0].code;
}

// The bundle lies outside every node_modules, so a native module is imported by its absolute path.
const keepNativeModules: Plugin = {
  name: "keep-native-modules",
  resolveId(source, importer) {
    if (importer === undefined || !nativeModules.includes(source)) return null;
    const { resolve } = createRequire(importer);
    const isThere = resolve.paths(source)?.some((folder) => existsSync(join(folder, source)));
    return isThere ? { id: resolve(source), external: "absolute" } : { id: source, external: true };
  },
};

async function temporaryFolder(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), "faculties-fixtures-"));
  afterRun(() => rmSync(created, { recursive: true, force: true }));
  return created;
}

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { execute } from "./execute.mjs";
import { packInto } from "./pack.mjs";
import { fail } from "./report.mjs";

const PACKAGE = join("node_modules", "better-sqlite3");
const ADDON = join(PACKAGE, "build", "Release", "better_sqlite3.node");

/** Packs a published program, with those that it depends on, and installs the tarballs with npm into an empty folder. */
export async function installPacked(app, home) {
  const source = resolve("apps", app);
  for (const one of [app, ...siblingsOf(source)]) await packInto(home, one);
  const tarballs = readdirSync(home).filter((name) => name.endsWith(".tgz"));
  const installed = await execute(
    "npm",
    [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      ...tarballs.map((name) => `./${name}`),
    ],
    { cwd: home, env: process.env, quietly: true },
  );
  if (installed.code !== 0) fail(`The packed ${app} cannot be installed.`);
  copyAddon(home);
}

/** Programs of this repository that a program depends on: they may not be in the registry yet. */
function siblingsOf(source) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  return Object.entries(dependencies)
    .filter(([, version]) => version.startsWith("workspace:"))
    .map(([name]) => basename(name));
}

/** Compiling takes minutes, so the addon comes from the workspace, which has the same version of it. */
function copyAddon(home) {
  if (!existsSync(join(home, PACKAGE))) return;
  mkdirSync(dirname(join(home, ADDON)), { recursive: true });
  copyFileSync(resolve("packages/storage", ADDON), join(home, ADDON));
}

import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { execute } from "./execute.mjs";
import { fail } from "./report.mjs";

const PACKAGE = join("node_modules", "better-sqlite3");
const ADDON = join(PACKAGE, "build", "Release", "better_sqlite3.node");

/** Packs a published program and installs the tarball with npm into an empty folder. */
export async function installPacked(app, home) {
  const source = resolve("apps", app);
  const packed = await execute("pnpm", ["pack", "--pack-destination", home], {
    cwd: source,
    quietly: true,
  });
  if (packed.code !== 0) fail(`${app} cannot be packed.`);
  const tarball = readdirSync(home).find((name) => name.endsWith(".tgz"));
  const installed = await execute(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", `./${tarball}`],
    { cwd: home, env: process.env, quietly: true },
  );
  if (installed.code !== 0) fail(`The packed ${app} cannot be installed.`);
  copyAddon(source, home);
}

/** Compiling takes minutes, so the addon comes from the workspace, which has the same version of it. */
function copyAddon(source, home) {
  if (!existsSync(join(home, PACKAGE))) return;
  mkdirSync(dirname(join(home, ADDON)), { recursive: true });
  copyFileSync(join(source, ADDON), join(home, ADDON));
}

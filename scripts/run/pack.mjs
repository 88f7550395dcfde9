import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "./build.mjs";
import { execute } from "./execute.mjs";
import { publishedPackages } from "./published.mjs";
import { fail, say, stage } from "./report.mjs";

const FOLDER = "packed";

/** Packs every published program as npm would get it, into `packed/`. */
export async function pack() {
  await build();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  await stage("Packing", async () => {
    for (const { folder } of publishedPackages()) await packInto(resolve(FOLDER), folder);
  });
  const tarballs = readdirSync(FOLDER).map((name) => `  ${FOLDER}/${name}`);
  say(`${tarballs.join("\n")}\n\nTo use them on another machine, copy the folder there and run`);
  say("  npm install ./packed/*.tgz && npx faculties add --from .");
}

/** pnpm writes real versions where the manifest names the catalog or the workspace, which npm cannot read. */
export async function packInto(destination, app) {
  const { code } = await execute("pnpm", ["pack", "--pack-destination", destination], {
    cwd: resolve("apps", app),
    quietly: true,
  });
  if (code !== 0) fail(`${app} cannot be packed.`);
}

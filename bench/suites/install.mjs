import { rmSync } from "node:fs";
import { join } from "node:path";
import { compileLeftovers } from "../src/compile-leftovers.mjs";
import { counterpartTable } from "../src/counterpart-table.mjs";
import { folderSize } from "../src/folder-size.mjs";
import { number } from "../src/format.mjs";
import { installIntoEmptyFolder, installedPackages } from "../src/install-into-empty-folder.mjs";

/** @import { Suite } from "../src/types.ts" */

/** @type {Suite} */
export const suite = {
  name: "install",
  describe: "Installed size and number of packages after npm install in an empty folder",
  async run({ installables, directory, progress }) {
    const results = [];
    const failures = [];
    for (const { name, kind, counterpart, install } of installables) {
      progress(`installing ${name}`);
      try {
        const folder = await installIntoEmptyFolder(install, directory);
        const modules = join(folder, "node_modules");
        results.push({
          name,
          kind,
          counterpart,
          size: folderSize(modules) / 1e6,
          leftovers: compileLeftovers(modules) / 1e6,
          packages: installedPackages(folder),
        });
        rmSync(folder, { recursive: true, force: true });
      } catch (error) {
        progress(`${name} failed: ${error instanceof Error ? error.message : error}`);
        failures.push(`${name} could not be installed.`);
      }
    }
    return {
      tables: [
        {
          title: "Installed",
          columns: [
            "server",
            "size, MB",
            "left by the compiler, MB",
            "size with the prebuilt binary, MB",
            "packages",
            "of these for better-sqlite3",
          ],
          rows: results.map(({ name, size, leftovers, packages }) => [
            name,
            number(size),
            number(leftovers),
            number(size - leftovers),
            `${packages.all}`,
            `${packages.ofSqlite}`,
          ]),
        },
        counterpartTable(
          "size, MB",
          results.map(({ size, ...rest }) => ({ ...rest, value: size })),
        ),
      ],
      charts: [
        {
          title: "Installed size",
          unit: "MB",
          better: "less",
          bars: results.map(({ name, kind, size: value }) => ({
            name,
            kind,
            value,
            low: value,
            high: value,
          })),
        },
      ],
      notes: [
        ...failures,
        "Installed once each: ours from a packed tarball, peers by name. Sizes are sums of file sizes.",
        "better-sqlite3 is compiled where its prebuilt binary cannot be downloaded. What the compiler leaves is measured; the size with the prebuilt binary is the measured size without it.",
      ],
    };
  },
};

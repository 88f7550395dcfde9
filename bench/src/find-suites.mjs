import { readdirSync } from "node:fs";

/** @import { Suite } from "./types.ts" */

const folder = new URL("../suites/", import.meta.url);

/**
 * Every suite in bench/suites, by name.
 * @returns {Promise<Suite[]>}
 */
export async function findSuites() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const modules = await Promise.all(
    files.toSorted().map((name) => import(new URL(name, folder).href)),
  );
  return modules.map(({ suite }) => suite);
}

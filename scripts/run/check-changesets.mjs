import { readdirSync, readFileSync } from "node:fs";
import { publishedPackages } from "./published.mjs";
import { fail } from "./report.mjs";

/**
 * Core packages are bundled, so changesets cannot see whom a change in them reaches: every changeset must name
 * published packages itself.
 */
export function checkChangesets() {
  const published = new Set(publishedPackages().map(({ manifest }) => manifest.name));
  for (const file of readdirSync(".changeset").filter((name) => name.endsWith(".md"))) {
    const [, front = ""] = readFileSync(`.changeset/${file}`, "utf8").split("---");
    const named = [...front.matchAll(/"([^"]+)"\s*:/g)].map(([, name]) => name);
    const strangers = named.filter((name) => !published.has(name));
    if (named.length === 0) fail(`.changeset/${file} names no server.`);
    if (strangers.length > 0)
      fail(`.changeset/${file} names ${strangers.join(", ")}, which is not published.`);
  }
}

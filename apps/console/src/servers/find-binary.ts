import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ServerName } from "./server-names.ts";

/** The program of an installed server, found as its package says. */
export function findBinary(name: ServerName, from: string): string {
  const manifest = createRequire(from).resolve(`@faculties/${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
  const program = bin[`${name}-mcp`];
  if (program === undefined) throw new Error(`@faculties/${name} has no program ${name}-mcp.`);
  return join(dirname(manifest), program);
}

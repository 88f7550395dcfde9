import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A server that can be started. `smoke` is a call that must succeed in an empty home; `examples` show its tools what
 * the published schemas leave out, in an order in which they can be called.
 * @typedef {{ tool: string, arguments: Record<string, unknown> }} Call
 * @typedef {{ name: string, entry: string, args: string[], env: Record<string, string>, smoke?: Call, examples: Call[] }} Subject
 */

const apps = new URL("../../../apps/", import.meta.url);
/** @type {Record<string, { args?: string[], env?: Record<string, string> }>} */
const settings = readJson(new URL("../servers.json", import.meta.url));

/**
 * Every server that is built, with all its tools switched on and nothing outside the process within its reach.
 * @returns {Subject[]}
 */
export function findServers() {
  return readdirSync(apps)
    .toSorted()
    .flatMap((name) => subjectIn(name, new URL(`${name}/`, apps)));
}

/**
 * @param {string} name
 * @param {URL} folder
 * @returns {Subject[]}
 */
function subjectIn(name, folder) {
  const manifest = new URL("package.json", folder);
  const entry = new URL("dist/main.mjs", folder);
  if (!existsSync(manifest) || !existsSync(entry)) return [];
  if (readJson(manifest).bin?.[`${name}-mcp`] === undefined) return [];
  const tour = new URL("tour.json", folder);
  const { smoke, calls = [] } = existsSync(tour) ? readJson(tour) : {};
  const more = new URL(`../examples/${name}.json`, import.meta.url);
  const examples = [...calls, ...(existsSync(more) ? readJson(more) : [])];
  const { args = [], env = {} } = settings[name] ?? {};
  return [{ name, entry: fileURLToPath(entry), args, env, ...(smoke && { smoke }), examples }];
}

/** @param {URL} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

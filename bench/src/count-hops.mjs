import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HOOK_URL = new URL("record-coverage.mjs", import.meta.url).href;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const SETTLE_MS = 1_000;
/** Work that a call leaves behind its answer belongs to it; timers of the server do not. */
const AFTER_ANSWER_MS = 200;

/**
 * @typedef {{ url: string, offset: number }} RanFunction
 * @typedef {{ files: string[], functions: number, lines: number }} Hops
 */

/**
 * Start a bundle of `buildWithMaps` so that its functions are counted.
 * @param {string} entry
 * @param {{ args?: readonly string[], env: NodeJS.ProcessEnv, cwd: string }} how
 */
export function startCounted(entry, { args = [], env, cwd }) {
  return spawn(process.execPath, ["--import", HOOK_URL, entry, ...args], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "inherit", "ipc"],
  });
}

/**
 * Our own source files in which a function ran during each of several calls of one kind. Timers of the server run now and
 * then; what belongs to the call runs every time.
 * @param {import("node:child_process").ChildProcess} child
 * @param {(() => Promise<unknown>)[]} calls
 * @returns {Promise<Hops>}
 */
export async function countHops(child, calls) {
  /** @type {Set<string> | undefined} */
  let always;
  for (const call of calls) {
    await delay(SETTLE_MS);
    await takeCoverage(child);
    await call();
    await delay(AFTER_ANSWER_MS);
    const ran = new Set((await takeCoverage(child)).map(({ url, offset }) => `${offset} ${url}`));
    const before = always ?? ran;
    always = new Set([...ran].filter((key) => before.has(key)));
  }
  const places = [...(always ?? [])].map(sourceOf).filter((file) => file !== undefined);
  const files = [...new Set(places)].toSorted();
  const lines = files.map((file) => readFileSync(resolve(ROOT, file), "utf8").split("\n").length);
  return { files, functions: places.length, lines: lines.reduce((sum, count) => sum + count, 0) };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<RanFunction[]>}
 */
async function takeCoverage(child) {
  const answered = once(child, "message");
  child.send("take");
  const [ran] = await answered;
  return ran;
}

/** @type {Map<string, { map: SourceMap | undefined, lineStarts: number[], folder: string }>} */
const bundles = new Map();

/** @param {string} url */
function bundleAt(url) {
  const file = url.startsWith("file:") ? fileURLToPath(url) : url;
  let bundle = bundles.get(file);
  if (bundle === undefined) {
    const text = readFileSync(file, "utf8");
    const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    const map = existsSync(`${file}.map`)
      ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")))
      : undefined;
    bundle = { map, lineStarts, folder: dirname(file) };
    bundles.set(file, bundle);
  }
  return bundle;
}

/**
 * The file of this repository that a function stands in; none for a library.
 * @param {string} key
 */
function sourceOf(key) {
  const offset = Number.parseInt(key, 10);
  const url = key.slice(key.indexOf(" ") + 1);
  const { map, lineStarts, folder } = bundleAt(url);
  const line = lineStarts.findLastIndex((start) => start <= offset);
  const entry = map?.findEntry(line, offset - Number(lineStarts[line])) ?? {};
  // Getters for exports, which the bundler adds, have no source: the nearest mapping before them is on another line.
  if (!("originalSource" in entry && "generatedLine" in entry && entry.generatedLine === line))
    return undefined;
  const file = relative(ROOT, resolve(folder, String(entry.originalSource)));
  return /^(?:apps|packages)\//.test(file) && !file.includes("node_modules") ? file : undefined;
}

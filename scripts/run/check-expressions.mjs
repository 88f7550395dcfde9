import { existsSync, readdirSync, readFileSync } from "node:fs";
import { findExpressions } from "../expressions/find-expressions.mjs";
import { judgeExpressions } from "../expressions/judge-expressions.mjs";
import { loadedModules } from "../expressions/loaded-modules.mjs";
import { keyOf, readVerdicts, writeVerdicts } from "../expressions/verdicts.mjs";
import { fail, say } from "./report.mjs";

const REVIEWED = "scripts/expressions/reviewed.json";
const LAUNCHER = "packages/mcp-kit/launcher/main.mjs";
/** Runs in a process of its own, which is ended at its deadline. */
const ENGINES = "apps/gan-audit/src/workers/engine-host.ts";

/**
 * Fails when a regular expression that a server's own process runs may take longer than linear time, unless it is in the
 * reviewed list with the reason why that does no harm. In gan-audit's engines only exponential ones fail.
 */
export async function checkExpressions() {
  const served = loadedModules([...entriesOf("apps"), LAUNCHER]);
  const engines = [...loadedModules([ENGINES]).values()].filter(({ file }) => !served.has(file));
  const expressions = [
    ...[...served.values()].flatMap((module) => expressionsOf(module, false)),
    ...engines.flatMap((module) => expressionsOf(module, true)),
  ];
  const verdicts = await verdictsOn(expressions);
  const reviewed = JSON.parse(readFileSync(REVIEWED, "utf8"));
  const refused = expressions.filter(
    (one) => isSlow(one, verdicts.get(one.key)) && !reviewed.some((entry) => covers(entry, one)),
  );
  const unused = reviewed.filter((entry) => !expressions.some((one) => covers(entry, one)));
  if (refused.length > 0)
    fail(
      `Regular expressions whose time may grow faster than the text:\n${refused.map((one) => describe(one, verdicts)).join("\n")}\n` +
        `Rewrite them: let no two neighbouring parts match the same characters, put (?<!x) before a run of x, bound each .* and look at a bounded text. ` +
        `Only where that is impossible and the text is short: add them to ${REVIEWED} with the reason.`,
    );
  if (unused.length > 0)
    fail(
      `${REVIEWED} lists expressions that are no longer there; remove them:\n${unused.map(({ file, expression }) => `  ${file}: ${expression}`).join("\n")}`,
    );
}

const entriesOf = (folder) =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}/src/main.ts`)
    .filter((file) => existsSync(file));

const expressionsOf = (module, inEngine) =>
  findExpressions(module).map((one) => ({ ...one, key: keyOf(one), inEngine }));

/** Judging one takes up to 20 s, so that verdicts are kept. */
async function verdictsOn(expressions) {
  const known = readVerdicts();
  const distinct = [...new Map(expressions.map((one) => [one.key, one])).values()];
  const unknown = distinct.filter(({ key }) => !known.has(key));
  if (unknown.length > 0) say(`  judging ${unknown.length} new expressions`);
  const judged = await judgeExpressions(unknown);
  const verdicts = new Map(distinct.map(({ key }) => [key, known.get(key) ?? judged.get(key)]));
  if (judged.size > 0) writeVerdicts(verdicts);
  return verdicts;
}

const isSlow = ({ inEngine }, verdict) =>
  inEngine ? verdict === "exponential" : verdict !== "safe";

const covers = (entry, { file, source, flags }) =>
  entry.file === file && entry.expression === `/${source}/${flags}`;

const describe = ({ file, line, source, flags, key }, verdicts) =>
  `  ${file}:${line} (${verdicts.get(key)}): /${source}/${flags}`;

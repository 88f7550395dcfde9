import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { drawCharts } from "./draw-charts.mjs";
import { findSubjects } from "./find-subjects.mjs";
import { findSuites } from "./find-suites.mjs";
import { interleaveRuns } from "./interleave.mjs";
import { machineFacts } from "./machine-facts.mjs";
import { openSession } from "./open-session.mjs";
import { help, parseOptions } from "./parse-options.mjs";
import { renderReport } from "./render-report.mjs";

/** @import { BenchContext, Skipped, Suite } from "./types.ts" */

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {Suite} suite
 * @param {Awaited<ReturnType<typeof findSubjects>>} found
 * @param {Omit<ReturnType<typeof parseOptions>, "results"> & { results: string }} options
 */
async function runSuite(suite, found, { runs, quick, queries, database, decisions, results }) {
  const directory = mkdtempSync(join(tmpdir(), "faculties-bench-"));
  const progress = (/** @type {string} */ text) => say(`  ${suite.name}: ${text}`);
  const newHome = () => mkdtempSync(join(directory, "home-"));
  /** @type {Skipped[]} */
  const failed = [];
  /** @type {BenchContext} */
  const context = {
    subjects: found.subjects,
    installables: found.installables,
    runs,
    quick,
    queries,
    database,
    decisions,
    directory,
    newHome,
    openSession: (subject, home = newHome()) => openSession(subject, home),
    interleave: interleaveRuns(runs, progress, failed),
    progress,
    sampling: `Medians of ${runs} interleaved runs; in brackets the lowest and the highest run.`,
  };
  try {
    const result = await suite.run(context);
    if (result === undefined) return;
    mkdirSync(results, { recursive: true });
    const skipped = [...found.skipped, ...failed];
    const report = renderReport({ suite, result, facts: machineFacts(), skipped });
    writeFileSync(join(results, `${suite.name}.md`), report);
    if (result.charts.length > 0)
      writeFileSync(join(results, `${suite.name}.svg`), drawCharts(result.charts));
    process.stdout.write(`${report}\n`);
    say(`  written to ${join(results, `${suite.name}.md`)}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  const suites = await findSuites();
  if (options.help) {
    const list = suites.map(({ name, describe }) => `  ${name.padEnd(20)}  ${describe}\n`);
    process.stdout.write(help + list.join(""));
    return;
  }
  for (const name of options.only)
    if (!suites.some((suite) => suite.name === name))
      throw new Error(
        `There is no suite "${name}", only: ${suites.map((suite) => suite.name).join(", ")}.`,
      );
  const results = resolve(options.results ?? fileURLToPath(new URL("../results", import.meta.url)));
  say("• Finding the servers to compare …");
  const found = await findSubjects(options, (text) => say(`  ${text}`));
  for (const { name } of found.subjects) say(`  ${name}`);
  for (const { name, reason } of found.skipped) say(`  ${name}: left out, ${reason}`);
  for (const suite of suites) {
    if (options.only.length > 0 && !options.only.includes(suite.name)) continue;
    say(`• ${suite.describe}`);
    await runSuite(suite, found, { ...options, results });
  }
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

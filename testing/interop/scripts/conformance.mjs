// Runs @modelcontextprotocol/conformance against the fixture, which offers everything the kit can, and against every
// server that is built. Ends with 1 when something fails that is not explained in conformance/expected-failures.yml,
// and with 0 and a reason when it cannot be run here; --require turns that into a failure, too.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findServers } from "../src/find-servers.mjs";
import { buildFixture } from "./build-fixture.mjs";
import { startHttp } from "./start-http.mjs";
import { openToolbox } from "./toolbox.mjs";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const RUN_MS = 120_000;
const SHOWN = 2_000;
const expectedFailures = fileURLToPath(
  new URL("../conformance/expected-failures.yml", import.meta.url),
);

// Scenarios that every server must pass, whatever its tools are.
const general = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
  ],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "server-sse-multiple-streams",
    "input-required-result-unsupported-methods",
  ],
};
// The scenarios of the tasks extension, which belong to no revision.
const extension = [
  "tasks-capability-negotiation",
  "tasks-dispatch-and-envelope",
  "tasks-lifecycle",
  "tasks-mrtr-composition",
  "tasks-mrtr-input",
  "tasks-request-headers",
  "tasks-request-state-removal",
  "tasks-required-task-error",
  "tasks-wire-fields",
];
const notOffered = /^Not testable|Method not found|-32601/;

const toolbox = openToolbox("conformance", [SUITE]);
if ("skipped" in toolbox) {
  say(`conformance: SKIPPED, ${toolbox.skipped}`);
  process.exit(process.argv.includes("--require") ? 1 : 0);
}
const { node, folder } = toolbox;
const fixture = await buildFixture(folder);
let failures = 0;
for (const subject of [fixture, ...findServers()]) {
  const server = await startHttp(subject);
  for (const [revision, scenarios] of Object.entries(general)) {
    const problems =
      subject === fixture
        ? runFixture(server.url, revision)
        : runServer(server.url, revision, scenarios);
    failures += problems.length;
    const verdict = problems.length === 0 ? "conforms" : `FAILS\n  ${problems.join("\n  ")}`;
    say(`conformance ${revision}, ${subject.name}: ${verdict}`);
  }
  if (subject === fixture) {
    const problems = extension.flatMap((scenario) => runExtension(server.url, scenario));
    failures += problems.length;
    const verdict = problems.length === 0 ? "conforms" : `FAILS\n  ${problems.join("\n  ")}`;
    say(`conformance of tasks, ${subject.name}: ${verdict}`);
  }
  await server.stop();
}
process.exit(failures === 0 ? 0 : 1);

/**
 * Everything that a revision requires; the suite itself knows what is expected to fail.
 * @param {string} url
 * @param {string} revision
 * @returns {string[]}
 */
function runFixture(url, revision) {
  const { status, output } = runSuite(url, revision, ["--expected-failures", expectedFailures]);
  if (status === 0) return [];
  // The suite lists what it did not expect, failures and passes, after everything else.
  const verdict = /\S*(?:Unexpected failures|Stale)[^]*/.exec(output)?.[0] ?? output.slice(-SHOWN);
  return [verdict.trim()];
}

/**
 * Only what needs no tool of the suite's own.
 * @param {string} url
 * @param {string} revision
 * @param {string[]} scenarios
 * @returns {string[]}
 */
function runServer(url, revision, scenarios) {
  const { output } = runSuite(url, revision, []);
  const missing = scenarios.filter((scenario) => !checksOf(scenario));
  if (missing.length > 0) return [`did not run ${missing.join(", ")}`, output.slice(-SHOWN)];
  return failedChecks(scenarios);
}

/**
 * @param {string} url
 * @param {string} scenario
 * @returns {string[]}
 */
function runExtension(url, scenario) {
  const which = ["--scenario", scenario, "--spec-version", "2026-07-28", "--force"];
  const { status, output } = runProgram(url, which);
  if (status === 0) return [];
  return [
    `${scenario}: ${(/=== Failed Checks ===[^]*/.exec(output)?.[0] ?? output).slice(0, SHOWN)}`,
  ];
}

/**
 * @param {string} url
 * @param {string} revision
 * @param {string[]} more
 */
function runSuite(url, revision, more) {
  return runProgram(url, ["--requirements", revision, ...more]);
}

/**
 * @param {string} url
 * @param {string[]} more
 */
function runProgram(url, more) {
  rmSync(resultFolder(), { recursive: true, force: true });
  const program = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const { status, stdout, stderr } = spawnSync(
    node,
    [program, "server", "--url", url, "-o", resultFolder(), ...more],
    { encoding: "utf8", timeout: RUN_MS, maxBuffer: 2 ** 26 },
  );
  return { status, output: `${stdout}${stderr}` };
}

function resultFolder() {
  return join(folder, "results");
}

/** @param {string[]} scenarios */
function failedChecks(scenarios) {
  const names = readdirSync(resultFolder()).map(scenarioIn);
  return names
    .filter((name) => scenarios.includes(name))
    .flatMap((scenario) =>
      (checksOf(scenario) ?? [])
        .filter(({ status }) => status === "FAILURE")
        .filter(({ errorMessage = "" }) => !notOffered.test(errorMessage))
        .map(({ id, errorMessage }) => `${scenario}:${id}: ${errorMessage}`),
    );
}

/**
 * @param {string} scenario
 * @returns {{ id: string, status: string, errorMessage?: string }[] | undefined}
 */
function checksOf(scenario) {
  const name = readdirSync(resultFolder()).find((entry) => scenarioIn(entry) === scenario);
  const file = name && join(resultFolder(), name, "checks.json");
  return file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/**
 * Result folders are called `server-<scenario>-<time>`.
 * @param {string} entry
 */
function scenarioIn(entry) {
  return entry.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

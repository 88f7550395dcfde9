// Lists and checks the tools of every server with the MCP Inspector's command line, in both eras and over stdio and HTTP.
// --strict makes schemas that some client cannot use a failure. Skips with a reason where the Inspector cannot be
// installed; --require turns that into a failure, too.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findServers } from "../src/find-servers.mjs";
import { buildFixture } from "./build-fixture.mjs";
import { startHttp } from "./start-http.mjs";
import { openToolbox } from "./toolbox.mjs";

/** @import { Subject } from "../src/find-servers.mjs" */

const RUN_MS = 60_000;
const SHOWN = 2_000;

const toolbox = openToolbox("inspector", ["@modelcontextprotocol/inspector@2.12.0"]);
if ("skipped" in toolbox) {
  say(`inspector: SKIPPED, ${toolbox.skipped}`);
  process.exit(process.argv.includes("--require") ? 1 : 0);
}
const { node, folder } = toolbox;
const program = join(
  folder,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);
const home = mkdtempSync(join(tmpdir(), "faculties-inspector-"));
let failures = 0;
for (const subject of [await buildFixture(folder), ...findServers()]) {
  const server = await startHttp(subject);
  const stdio = ["--", process.execPath, subject.entry, ...subject.args];
  for (const era of ["legacy", "modern"])
    for (const target of [stdio, ["--server-url", server.url, "--transport", "http"]]) {
      const over = target === stdio ? "stdio" : "HTTP";
      const problem = inspect(subject, era, target);
      if (problem !== undefined) failures += 1;
      say(`inspector --strict, ${era} era, ${subject.name} over ${over}: ${problem ?? "fine"}`);
    }
  await server.stop();
}
rmSync(home, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);

/**
 * @param {Subject} subject
 * @param {string} era
 * @param {string[]} target
 * @returns {string | undefined}
 */
function inspect({ env }, era, target) {
  const fixed = ["--cli", "--method", "tools/list", "--strict", "--format", "json"];
  const { status, stdout, stderr } = spawnSync(
    node,
    [program, ...fixed, "--protocol-era", era, ...target],
    {
      encoding: "utf8",
      timeout: RUN_MS,
      cwd: home,
      env: { PATH: process.env["PATH"], HOME: home, LOG_LEVEL: "error", ...env },
    },
  );
  if (status !== 0) return `FAILS with ${status}\n${stderr.slice(-SHOWN)}`;
  const answer = JSON.parse(stdout);
  const { tools = [] } = answer.result ?? answer;
  return tools.length > 0 ? undefined : `FAILS: no tools in ${stdout.slice(0, SHOWN)}`;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

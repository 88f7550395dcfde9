// Starts the coding agents themselves, configured by `faculties add` in an empty home, with a scripted model on loopback, and looks at what the
// model got to see. Ends with 1 when something is wrong, and with 0 and a reason when the agents cannot be had here; --require
// turns that into a failure, too. --only <name> tries one agent.
import { mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { agents, claude } from "./agents.mjs";
import { installAgents } from "./install-agents.mjs";
import { runAgent } from "./run-agent.mjs";
import { tryPlugin } from "./try-plugin.mjs";

const installed = installAgents();
if ("skipped" in installed) {
  say(`agents: SKIPPED, ${installed.skipped}`);
  process.exit(process.argv.includes("--require") ? 1 : 0);
}
const only = process.argv[process.argv.indexOf("--only") + 1];
const chosen = agents.filter(
  ({ title }) => !process.argv.includes("--only") || title.toLowerCase().startsWith(only ?? ""),
);
// Codex refuses to work in the system's temporary folder.
const home = mkdtempSync(join(homedir(), ".faculties-agents-"));
let failures = 0;
/** @type {string | undefined} */
let earlier;
for (const agent of chosen) {
  const started = Date.now();
  const { programs } = installed;
  const findings = await runAgent(agent, { home, programs, earlier });
  if (agent === claude) findings.push(...(await tryPlugin({ home, programs })));
  const problems = findings.filter(({ problem }) => problem !== undefined);
  failures += problems.length;
  const seconds = ((Date.now() - started) / 1_000).toFixed(0);
  const verdict =
    problems.length === 0 ? `${findings.length} of ${findings.length} steps` : "FAILS";
  say(`${agent.title} ${installed.versions[agent.package]}: ${verdict}, ${seconds} s`);
  for (const { step, problem } of problems) say(`  ${step}: ${problem}`);
  earlier = agent.title;
}
try {
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
} catch (error) {
  say(
    `${home} was not removed, as something still writes to it: ${/** @type {Error} */ (error).message}`,
  );
}
process.exit(failures === 0 ? 0 : 1);

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

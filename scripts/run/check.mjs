import { build } from "./build.mjs";
import { checkActions } from "./check-actions.mjs";
import { checkAudit } from "./check-audit.mjs";
import { checkChangesets } from "./check-changesets.mjs";
import { checkExpressions } from "./check-expressions.mjs";
import { checkGenerated } from "./check-generated.mjs";
import { checkLinks } from "./check-links.mjs";
import { checkWriting } from "./check-writing.mjs";
import { execute } from "./execute.mjs";
import { publishedPackages } from "./published.mjs";
import { fail, stage } from "./report.mjs";

const tools = [
  ["Linting", "oxlint"],
  ["Checking the format", "oxfmt", "--check", "."],
  ["Checking the dependency arrows", "turbo", "boundaries"],
  ["Looking for dead code", "knip", "--no-progress"],
  ["Checking the workspace's manifests", "sherif"],
  ["Checking compose.yaml against the Compose specification", "dclint", "compose.yaml"],
];

/** Everything about the code that is not a test: each check says what it found, and the first failure ends it. */
export async function check() {
  for (const [title, command, ...args] of tools) await runTool(title, command, args);
  await stage("Checking spelling and vocabulary", checkWriting);
  await stage("Looking for regular expressions that can be made slow", checkExpressions);
  await build();
  for (const { folder } of publishedPackages())
    await runTool(`Checking the package of ${folder}`, "publint", ["--strict", `apps/${folder}`]);
  await stage("Checking that actions are named by commit", checkActions);
  await stage("Asking for known vulnerabilities of dependencies", checkAudit);
  await stage("Checking the changesets", checkChangesets);
  await stage("Checking the generated files", checkGenerated);
  await stage("Checking the links between pages", checkLinks);
}

async function runTool(title, command, args) {
  const { code } = await stage(title, () => execute(command, args, { quietly: true }));
  if (code !== 0) fail(`${title} failed: the lines above say why.`);
}

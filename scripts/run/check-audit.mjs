import { execute } from "./execute.mjs";
import { fail, say } from "./report.mjs";

const GRAVE = ["high", "critical"];
const LARGEST_REPORT = 64 * 1024 * 1024;
const REGISTRY_ERROR =
  /responded with \d+|ERR_PNPM_\w+|\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT)\b/;

/**
 * Asks the registry for known vulnerabilities of everything in the lockfile. Not every registry answers that, so without an
 * answer it says so and continues.
 */
export async function checkAudit() {
  const args = ["audit", "--json", "--config.fetch-retries=0", "--config.fetch-timeout=15000"];
  const { output } = await execute("pnpm", args, { quietly: "always", keep: LARGEST_REPORT });
  const report = parse(output);
  if (!report?.advisories) {
    const [reason] = REGISTRY_ERROR.exec(output) ?? [];
    if (reason === undefined) fail(`The audit gave no report:\n${output.slice(-2_000)}`);
    say(`  skipped: the registry did not answer the audit (${reason})`);
    return;
  }
  const grave = Object.values(report.advisories).filter(({ severity }) => GRAVE.includes(severity));
  if (grave.length === 0) return;
  const lines = grave.map(
    ({ severity, module_name: name, title, url }) => `${name}: ${title} (${severity}, ${url})`,
  );
  fail(`Dependencies with known vulnerabilities:\n  ${lines.join("\n  ")}`);
}

function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

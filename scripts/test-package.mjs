// Runs the tests of the package in the current folder and leaves a report that the root run adds up: the quick ones, or with
// --slow those in files named *.slow.test.ts.
import { spawnSync } from "node:child_process";

const args = process.argv.slice(2);
const isSlow = args.includes("--slow");

const { status } = spawnSync(
  "vitest",
  [
    "run",
    // Files of a package share what they import, which saves a third of the time; no test replaces a module.
    "--no-isolate",
    // Processes start slowly on a busy machine; a hang is still found.
    "--testTimeout=30000",
    "--hookTimeout=60000",
    "--expect.poll.timeout=15000",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=.reports/vitest.json",
    ...(isSlow ? [".slow.test.ts"] : []),
    ...args.filter((arg) => arg !== "--slow"),
  ],
  {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, FACULTIES_TESTS: isSlow ? "slow" : "quick" },
  },
);
process.exit(status ?? 1);

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "./execute.mjs";
import { fail, say, stage } from "./report.mjs";

/** Builds, type-checks and tests every package; arguments go to turbo, such as --filter=@faculties/converse. */
export async function test(args) {
  const { code } = await stage("Building, type-checking and testing every package", () =>
    execute("turbo", [
      "run",
      "build",
      "typecheck",
      "test",
      "--continue=dependencies-successful",
      "--concurrency=3",
      "--output-logs=new-only",
      ...args,
    ]),
  );
  const { passed, failed, skipped } = addUpReports();
  say("");
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (code !== 0) fail("Not everything passed: the lines above say what.");
}

function addUpReports() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const group of ["packages", "apps"])
    for (const name of readdirSync(group)) {
      const file = join(group, name, ".reports", "vitest.json");
      if (!existsSync(file)) continue;
      const report = JSON.parse(readFileSync(file, "utf8"));
      sum.passed += report.numPassedTests;
      sum.failed += report.numFailedTests;
      sum.skipped += report.numPendingTests + report.numTodoTests;
    }
  return sum;
}

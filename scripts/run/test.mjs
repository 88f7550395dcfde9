import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { execute } from "./execute.mjs";
import { fail, say, stage } from "./report.mjs";

/** Builds, type-checks and tests every package; arguments go to turbo, such as --filter=@faculties/converse. */
export function test(args) {
  return runTests(
    "Building, type-checking and testing every package",
    ["build", "typecheck", "test"],
    args,
  );
}

/** The tests that take longer than all others together: endurance, hostile input, faults at every moment. */
export function testSlow(args) {
  return runTests("Building, and running the slow tests", ["build", "test:slow"], args);
}

async function runTests(title, tasks, args) {
  for (const file of reports()) rmSync(file, { force: true });
  const { code } = await stage(title, () =>
    execute("turbo", [
      "run",
      ...tasks,
      "--continue=dependencies-successful",
      "--concurrency=3",
      "--output-logs=new-only",
      // The servers and their packages are type-checked as one program, which a filter would leave out.
      ...(args.some((arg) => /^(?:--filter|-F)/.test(arg)) ? ["--filter=//"] : []),
      ...args,
    ]),
  );
  const { passed, failures, skipped } = addUpReports();
  say("");
  for (const { where, why } of failures) console.log(`✗ ${where}\n    ${why}`);
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  console.log(`${passed} passed, ${failures.length} failed${rest}`);
  if (code !== 0 || failures.length > 0) fail("Not everything passed: the lines above say what.");
}

function addUpReports() {
  const sum = { passed: 0, failures: [], skipped: 0 };
  for (const report of reports().filter((file) => existsSync(file))) {
    const counts = JSON.parse(readFileSync(report, "utf8"));
    sum.passed += counts.numPassedTests;
    sum.skipped += counts.numPendingTests + counts.numTodoTests;
    for (const { name, message, assertionResults } of counts.testResults) {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      for (const { fullName, failureMessages } of failed)
        sum.failures.push({ where: `${file}: ${fullName}`, why: firstLines(failureMessages[0]) });
      if (message) sum.failures.push({ where: file, why: firstLines(message) });
    }
  }
  return sum;
}

function reports() {
  return ["packages", "testing", "apps"].flatMap((group) =>
    readdirSync(group).map((name) => join(group, name, ".reports", "vitest.json")),
  );
}

/** The failed tests and their places; the whole output is further up. */
function firstLines(message = "") {
  return message.split("\n").slice(0, 4).join("\n    ");
}

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runProgram } from "@faculties/testkit";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { entry } from "./support/gan-audit.ts";
import { createRepository, type Repository } from "./support/repository.ts";

const schemaFile = createRequire(import.meta.url).resolve(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);

let repository: Repository;
const run = (...args: string[]) =>
  runProgram({ entry, args, cwd: repository.directory, timeoutMs: 30_000 });

beforeAll(async () => {
  repository = await createRepository();
  await repository.commit({
    "clean.ts": "export const one = 1;\n",
    "bad name é.ts": "export const run = (code: string) => eval(code);\n",
    "loose.ts": "export const same = (a: unknown, b: unknown) => a == b;\n",
    "broken.go": "package a\n\nfunc f() {\n",
    "notes.md": "# Notes\n",
  });
});

describe("gan-audit check", () => {
  test("prints findings for people and ends with 1", async () => {
    const { code, stdout } = await run("check", "loose.ts", "bad name é.ts");
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        "bad name é.ts:1:38 critical code-injection: Text that is not a constant is run as code; parse it as data, or look it up in a table of allowed operations. [ast-grep/code-injection/eval]",
        "loose.ts:1:49 major loose-equality: == converts its operands before comparing; use === or !==. [ast-grep/loose-equality]",
        "",
        "Score 61.4 of 100 (correctness 70.5, security 40.7, error handling 100, maintainability 100, clarity 100).",
        "Reject: 1 critical, 1 major in 2 files, 2 lines (code-injection, loose-equality).",
        "",
      ].join("\n"),
    );
  });

  test("ends with 0 when all is well", async () => {
    expect(await run("check", "clean.ts")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Pass: no findings in 1 file, 1 line."),
    });
  });

  test("judges the difference to the last commit", async () => {
    const own = await createRepository();
    await own.commit({ "a.ts": "export const run = (code: string) => eval(code);\n" });
    const diff = () =>
      runProgram({ entry, args: ["check", "--diff"], cwd: own.directory, timeoutMs: 30_000 });
    expect(await diff()).toMatchObject({ code: 0, stdout: expect.stringContaining("Pass") });
    await own.write({ "b.ts": "export const run = (code: string) => eval(code);\n" });
    expect(await diff()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("b.ts:1:38 critical"),
    });
  });

  test("takes another threshold, and prints JSON", async () => {
    const lenient = await run("check", "loose.ts", "--threshold", "80", "--json");
    expect(lenient.code).toBe(0);
    expect(JSON.parse(lenient.stdout)).toMatchObject({
      overall: 82.3,
      verdict: "pass",
      review: { inline: [{ path: "loose.ts", line: 1 }] },
    });
  });

  test.each([
    ["nothing to judge", ["check"], 2, "Say what to judge"],
    ["both kinds", ["check", "--diff", "a.ts"], 2, "not both"],
    ["a path outside", ["check", "../../etc/passwd"], 1, "outside of the root"],
    ["a file next to one that is missing", ["check", "clean.ts", "missing.ts"], 1, "no pass"],
    ["a log of no such file", ["sarif", "missing.ts"], 1, "no such file"],
    [
      "a log that cannot be written",
      ["sarif", "clean.ts", "--output", "no/a.sarif"],
      2,
      "no/a.sarif",
    ],
    ["an unknown flag", ["check", "--fast"], 2, "Unknown flag"],
  ])("refuses %s", async (_, args, code, said) => {
    const result = await run(...args);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain(said);
  });

  test("prints no JSON when there is nothing to judge, and says so on stderr", async () => {
    expect(await run("check", "missing.ts", "--json")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^gan-audit: Nothing could be judged\.\n.*no such file/),
    });
  });
});

describe("gan-audit sarif", () => {
  const validate = addFormats
    .default(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }))
    .compile(JSON.parse(readFileSync(schemaFile, "utf8")) as object);

  test("prints a log that fits the schema of SARIF 2.1.0", async () => {
    const { code, stdout } = await run("sarif", ".");
    const log = JSON.parse(stdout) as {
      runs: { results: { ruleId: string; locations: unknown[] }[] }[];
    };
    expect({ fits: validate(log), errors: validate.errors }).toEqual({ fits: true, errors: null });
    expect(code).toBe(0);
    expect(log.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual([
      "ast-grep/code-injection/eval",
      "ast-grep/does-not-parse",
      "ast-grep/loose-equality",
    ]);
    expect(log.runs[0]?.results[0]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "bad%20name%20%C3%A9.ts" },
          region: { startLine: 1, startColumn: 38, endLine: 1 },
        },
      },
    ]);
  });

  test("writes an empty log to a file when there is nothing to report", async () => {
    const output = join(repository.directory, ".git", "log.sarif");
    expect(await run("sarif", "clean.ts", "--output", output)).toMatchObject({
      code: 0,
      stdout: "",
    });
    const log: unknown = JSON.parse(await readFile(output, "utf8"));
    expect({ fits: validate(log), errors: validate.errors }).toEqual({ fits: true, errors: null });
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] });
  });
});

describe("gan-audit doctor", () => {
  test("tries every engine", async () => {
    const { code, stdout } = await run("doctor", "--json");
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] };
    expect(code).toBe(0);
    expect(checks.map(({ name, status }) => [name, status])).toEqual([
      ["auditing", "warn"],
      ["database", "ok"],
      ["root", "ok"],
      ["ast-grep", "ok"],
      ["oxlint", "ok"],
      ["ruff", "ok"],
      ["secrets", "ok"],
    ]);
  });
});

describe("gan-audit history", () => {
  test("says when there is none", async () => {
    expect(await run("history")).toMatchObject({ code: 0, stdout: "Nothing was audited yet.\n" });
  });
});

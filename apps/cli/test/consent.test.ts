import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { faculties, facultiesHere, place, program } from "./faculties.ts";

const add = ["add", "agent-memory", "--client", "cursor"];
const cursorFile = (home: TemporaryHome) => join(home.directory, ".cursor", "mcp.json");

describe("without a terminal", () => {
  test("nothing is written unless --yes is given, and the exit code says so", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), "{}\n");
    const run = await faculties(home, add);
    expect(run).toMatchObject({
      code: 3,
      stdout: `--- ${file}
+++ ${file}
@@ -1,1 +1,11 @@
-{}
+{
+  "mcpServers": {
+    "agent-memory": {
+      "command": "npx",
+      "args": ["-y", "@faculties/agent-memory"],
+      "env": {
+        "AGENT_MEMORY_SECRET": "***"
+      }
+    }
+  }
+}
`,
      stderr: "Nothing was changed: --yes applies this without asking.\n",
    });
    expect(await readFile(file, "utf8")).toBe("{}\n");
  });

  test("a dry run writes nothing and succeeds", async () => {
    const home = await temporaryHome();
    const run = await faculties(home, [...add, "--dry-run", "--yes"]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("Dry run: nothing was changed.\n");
    await expect(readFile(cursorFile(home))).rejects.toThrow("ENOENT");
  });

  test.each([
    [["add", "--client", "cursor"], "Name the servers to add: agent-memory, gan-audit,"],
    [["add", "agent-memory"], "Name the client: --client claude-desktop|"],
    [["remove", "agent-memory"], "Name the client: --client claude-desktop|"],
  ])("%j asks nothing", async (args, message) => {
    const run = await facultiesHere(await temporaryHome(), args);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(message);
  });
});

describe("a wrong command line has exit code 2", () => {
  test.each([
    [["frob"], 'Unknown command "frob"'],
    [["add", "agent-memory", "--clent", "cursor"], "Unknown flag --clent. Did you mean --client?"],
    [["ad", "converse"], 'Unknown command "ad". Did you mean add?'],
    [
      ["add", "memry", "--client", "cursor"],
      'Unknown argument "memry". Did you mean memory? Known are: agent-memory,',
    ],
    [["add", "converse", "--client", "cursr"], "Did you mean cursor?"],
    [["add", "agent-memory", "--client", "emacs"], "--client must be one of claude-desktop,"],
    [
      ["add", "agent-memory", "--client", "cursor", "--scope", "all"],
      '--scope must be one of user, project, not "all".',
    ],
    [["add", "agent-memory", "--client"], "--client needs a value."],
    [["list", "agent-memory"], "Usage: faculties list"],
    [["list", "--yes"], "Unknown flag --yes."],
    [["completion", "tcsh"], 'Unknown argument "tcsh"'],
    [["completion"], "Name the shell: bash, zsh, fish."],
    [["doctor", "--timeout", "0"], '--timeout must be a whole number from 1 to 600, not "0".'],
  ])("%j", async (args, message) => {
    const run = await facultiesHere(await temporaryHome(), args);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(message);
  });

  test("also from the built command", async () => {
    const run = await faculties(await temporaryHome(), ["--frob"]);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--frob") });
  });
});

describe("keys", () => {
  test("are never printed, neither new nor old ones, nor what else the file has", async () => {
    const home = await temporaryHome();
    const content = `{
  // old key: sk-comment
  "primaryApiKey": "sk-primary",
  "mcpServers": {
    "other": { "command": "x", "args": ["--key", "sk-args"], "env": { "K": "sk-env" } },
    "agent-memory": { "command": "npx", "args": ["-y", "@faculties/agent-memory"], "env": { "A": "sk-before" } }
  },
  "token": "sk-after"
}
`;
    const file = await place(cursorFile(home), content);
    const args = [...add, "--env", "A=sk-first", "--env", "B", "--arg", "https://u:sk-url@host"];
    const run = await faculties(home, [...args, "--yes"], { env: { B: "sk-second" } });
    expect(run.code).toBe(0);
    expect(run.stdout + run.stderr).not.toContain("sk-");
    expect(run.stdout).toContain('"B": "***"');
    const written = await readFile(file, "utf8");
    for (const key of ["sk-first", "sk-second", "sk-url", "sk-primary", "sk-args", "sk-comment"])
      expect(written).toContain(key);
    const listed = await faculties(home, ["list", "--json"]);
    expect(listed.stdout).not.toContain("sk-");
    expect(JSON.parse(listed.stdout)).toMatchObject({
      servers: [{ variables: ["A", "AGENT_MEMORY_SECRET", "B"] }],
    });
  });

  test("that only change are announced without being shown", async () => {
    const home = await temporaryHome();
    await facultiesHere(home, [...add, "--env", "A=sk-first", "--yes"]);
    const run = await facultiesHere(home, [...add, "--env", "A=sk-second", "--dry-run"]);
    expect(run.stdout).toBe(
      `--- ${cursorFile(home)}\n(only values that are not shown change)\nDry run: nothing was changed.\n`,
    );
  });

  test.each([
    ["sk-secret", "--env wants KEY=VALUE, or KEY alone for the value it has here."],
    ["MISSING", "--env MISSING: the variable has no value here. Write MISSING=VALUE."],
  ])("that are given wrongly are not repeated: %s", async (given, message) => {
    const run = await facultiesHere(await temporaryHome(), [...add, "--env", given]);
    expect(run).toEqual({ code: 2, stdout: "", stderr: `${message}\n` });
  });

  test("in a file of a project are warned about, references are not", async () => {
    const home = await temporaryHome();
    const project = [...add, "--scope", "project", "--dry-run"];
    const file = cursorFile(home);
    expect((await facultiesHere(home, [...project, "--env", "A=1"])).stderr).toBe(
      `note: ${file} is usually shared: anyone with the project can read A, AGENT_MEMORY_SECRET.\n`,
    );
    const references = ["--env", "A=${env:A}", "--env", "AGENT_MEMORY_SECRET=${env:SECRET}"];
    expect((await facultiesHere(home, [...project, ...references])).stderr).toBe("");
  });
});

test("help and version", async () => {
  const home = await temporaryHome();
  const [help, version, command] = await Promise.all([
    faculties(home, ["--help"]),
    faculties(home, ["--version"]),
    faculties(home, ["add", "--help"]),
  ]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("faculties doctor [name…]");
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(command.stdout).toContain("--dry-run");
});

test("a reader that stops early is no failure", async () => {
  const child = spawn(process.execPath, [program, "--help"]);
  child.stdout.destroy();
  const errors = text(child.stderr);
  expect(await once(child, "close")).toEqual([0, null]);
  expect(await errors).toBe("");
});

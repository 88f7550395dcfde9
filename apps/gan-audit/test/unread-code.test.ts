import { runProgram, type TestServer } from "@faculties/testkit";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { afterAll, beforeAll, expect, test } from "vitest";
import { block, config, entry, review, startAudit, startInFolders } from "./support/gan-audit.ts";
import { createRepository } from "./support/repository.ts";

const CLEAN = block("ts", "export const one = 1;");
const RUST = block("rust", "pub fn run(command: &str) { std::process::Command::new(command); }");

let emulator: Awaited<ReturnType<typeof startOpenAiEmulator>>;
let server: TestServer;

beforeAll(async () => {
  emulator = await startOpenAiEmulator();
  server = await startAudit({
    env: { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${emulator.url}/v1` },
  });
});
afterAll(() => emulator.close());

test.each([
  ["rust", RUST],
  ["C++", block("c++", "int main() { return system(input); }")],
  ["PowerShell", block("powershell", "Invoke-Expression $args[0]")],
  ["a shell", block("sh", 'eval "$1"')],
  ["a language of no known name", block("quux", "run what comes")],
  ["no named language", block("", "#include <stdlib.h>\nint run() {\n  return system(text);\n}")],
  ["a file of another language", "--- /dev/null\n+++ b/a.rb\n@@ -0,0 +1 @@\n+system(params[:a])\n"],
])("code in %s gets no score and does not pass", async (_, thought) => {
  const result = await review(server, thought);
  expect(result).toMatchObject({ overall: 0, dimensions: [], verdict: "revise" });
  expect(result.judge_cards).toEqual([
    { model: "internal", notes: expect.stringContaining("Only TypeScript, JavaScript") },
  ]);
  expect(result.review.summary).toMatch(/No judge could read \S+\. Not all of the code could/);
});

test("code that is read does not vouch for code that is not", async () => {
  const { verdict, review: written } = await review(server, CLEAN + RUST);
  expect(verdict).toBe("revise");
  expect(written.summary).toContain("No judge could read thought/block-2.rust");
});

test("a secret is found in any language", async () => {
  const key = ["AKIA", "IOSFODNN7QRSTUVW"].join("");
  const { verdict } = await review(server, block("ruby", `KEY = "${key}"`));
  expect(verdict).toBe("reject");
});

test.each(["json", "yaml", "css", "xml"])(
  "%s is not a program, and passes next to code",
  async (kind) => {
    const { verdict } = await review(server, CLEAN + block(kind, "a: 1"));
    expect(verdict).toBe("pass");
  },
);

test("a model that read the code decides about it alone", async () => {
  emulator.answer("reader", JSON.stringify({ overall: 91, review: { summary: "Read." } }));
  const result = await review(server, config({ judges: ["internal", "openai:reader"] }) + RUST);
  expect(result).toMatchObject({ overall: 91, verdict: "pass" });
});

test("code for which a model has no room does not pass by that model", async () => {
  emulator.answer("reader", JSON.stringify({ overall: 91, review: { summary: "Read." } }));
  const long = block("ts", `export const a = 1;\n// ${"x".repeat(130_000)}`);
  const alone = await review(server, config({ judges: ["openai:reader"] }) + CLEAN + long);
  const both = await review(
    server,
    config({ judges: ["internal", "openai:reader"] }) + CLEAN + long,
  );
  expect(alone.verdict).toBe("revise");
  expect(alone.review.summary).toContain("No judge could read thought/block-2.ts");
  expect(both.verdict).toBe("pass");
});

test("files without a known ending are read for what they are", async () => {
  const inFolder = await startInFolders();
  const repository = await createRepository();
  const audit = () => review(inFolder(repository.directory), config({ scope: "workspace" }));
  await repository.commit({
    "a.ts": "export const one = 1;\n",
    "README.md": "# A\n\n```sh\nrm -r $1\n```\n",
    LICENSE: "Permission is hereby granted; if (and only if) you return it.\n",
    ".gitignore": "dist\n",
  });
  expect((await audit()).verdict).toBe("pass");
  await repository.commit({ "bin/run": "#!/usr/bin/env node\nrequire('child_process')\n" });
  const { verdict, review: written } = await audit();
  expect(verdict).toBe("revise");
  expect(written.summary).toContain("No judge could read bin/run");
});

test("fails a check on the command line", async () => {
  const repository = await createRepository();
  await repository.commit({ "a.ts": "export const one = 1;\n", "a.rb": "system(ARGV[0])\n" });
  const run = (...paths: string[]) =>
    runProgram({ entry, args: ["check", ...paths], cwd: repository.directory, timeoutMs: 30_000 });
  expect(await run("a.ts")).toMatchObject({ code: 0 });
  expect(await run(".")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("No judge could read a.rb"),
  });
  expect(await run("a.rb")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Only TypeScript, JavaScript"),
  });
});

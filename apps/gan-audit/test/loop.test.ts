import { execFileSync } from "node:child_process";
import { readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { startOpenAiEmulator } from "@faculties/testkit/emulators";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { block, config, places, review, startInFolders } from "./support/gan-audit.ts";
import { createRepository, type Repository } from "./support/repository.ts";

const LOOSE = "export const same = (a: unknown, b: unknown) => a == b;\n";
const STRICT = "export const same = (a: unknown, b: unknown) => a === b;\n";

type Servers = Awaited<ReturnType<typeof startInFolders>>;

let repository: Repository;
let emulator: Awaited<ReturnType<typeof startOpenAiEmulator>>;
let alone: Servers;
let beside: Servers;
/** The server that has engines alone. */
const withEngines = () => alone(repository.directory);
/** The server that may ask a model, which answers so. */
const withModel = (...proposals: Parameters<typeof emulator.answer>[1][]) => {
  emulator.answer("fixer", ...proposals);
  return beside(repository.directory);
};
const read = (path: string) => readFile(join(repository.directory, path), "utf8");
const applies = (diff: string) =>
  execFileSync("git", ["apply", "--check", "-"], { cwd: repository.directory, input: diff });

beforeAll(async () => {
  emulator = await startOpenAiEmulator();
  const model = {
    OPENAI_API_KEY: "sk-0123456789abcdef0123",
    OPENAI_BASE_URL: `${emulator.url}/v1`,
    GAN_AUDIT_GENERATOR: "openai:fixer",
  };
  [alone, beside] = await Promise.all([startInFolders(), startInFolders(model)]);
});
afterAll(() => emulator.close());

beforeEach(async () => {
  repository = await createRepository();
  await repository.commit({ "README.md": "# Sample\n" });
});

const edits = (...list: { path: string; find: string; replace: string }[]) =>
  JSON.stringify({ edits: list });

describe("the loop", () => {
  test("proposes mechanical fixes as a diff that git takes, and writes nothing", async () => {
    await repository.write({
      "a.ts": LOOSE,
      "lib/b.py": "def add(item, items=[]):\n    items.append(item)\n    return items\n",
      "crlf.ts": "export const x = (a: unknown) => a == 1;\r\nexport const y = 2;\r\n",
      "bare.ts": "export const z = (a: unknown) => a == 1;",
    });
    const result = await review(withEngines(), config({ maxCycles: 3 }));
    const diff = result.proposed_diff ?? "";
    applies(diff);
    execFileSync("git", ["apply", "-"], { cwd: repository.directory, input: diff });
    expect(await read("a.ts")).toBe(STRICT);
    expect(await read("crlf.ts")).toBe(
      "export const x = (a: unknown) => a === 1;\r\nexport const y = 2;\r\n",
    );
    expect(await read("bare.ts")).toBe("export const z = (a: unknown) => a === 1;");
    expect(await read("lib/b.py")).toContain("items=None");
    expect(result.iterations).toBe(1);
    expect(result.verdict).not.toBe("pass");
    expect(result.review.summary).toContain(
      "Stopped after 1 of 3 cycles: the threshold is reached.",
    );
    expect(result.review.summary).toContain("The proposed diff would score 100.");
  });

  test("proposes what git takes for renamed, staged and oddly named files", async () => {
    const long = Array.from({ length: 8 }, (_, at) => `export const value${at} = ${at};\n`).join(
      "",
    );
    await repository.commit({ "old name.ts": long, "größe/日本.ts": STRICT });
    await repository.git("mv", "old name.ts", "new name.ts");
    await repository.write({
      "new name.ts": long + LOOSE,
      "größe/日本.ts": LOOSE,
      'tab\tquote".ts': `\uFEFF${LOOSE.replaceAll("\n", "\r\n")}`,
    });
    await repository.git("add", "new name.ts");
    const result = await review(withEngines(), config({ maxCycles: 2 }));
    const diff = result.proposed_diff ?? "";
    execFileSync("git", ["apply", "-"], { cwd: repository.directory, input: diff });
    expect(await read("new name.ts")).toBe(long + STRICT);
    expect(await read("größe/日本.ts")).toBe(STRICT);
    expect(await read('tab\tquote".ts')).toBe(`\uFEFF${STRICT.replaceAll("\n", "\r\n")}`);
  });

  test("does not run unless it is asked for", async () => {
    await repository.write({ "a.ts": LOOSE });
    const result = await review(withEngines(), config({}));
    expect([result.iterations, result.proposed_diff]).toEqual([1, null]);
  });

  test("stops at once when the code passes", async () => {
    await repository.write({ "a.ts": STRICT });
    const result = await review(withEngines(), config({ maxCycles: 5, candidates: 3 }));
    expect([result.iterations, result.proposed_diff, result.verdict]).toEqual([1, null, "pass"]);
    expect(result.review.summary).toContain("the threshold is reached");
  });

  test("proposes the code of a thought as a new file", async () => {
    const { proposed_diff: diff } = await review(
      withEngines(),
      config({ maxCycles: 2, applyFixes: true }) + block("ts", LOOSE.trimEnd()),
    );
    applies(diff ?? "");
    expect(diff).toContain("+++ b/thought/block-1.ts");
    expect(diff).toContain(`+${STRICT.trimEnd()}`);
    await expect(stat(join(repository.directory, "thought"))).rejects.toThrow();
  });

  test("adds the fix to a thought's diff", async () => {
    await repository.commit({ "a.ts": "export const one = 1;\n" });
    const diff = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n export const one = 1;\n+${LOOSE}`;
    const result = await review(withEngines(), config({ maxCycles: 2 }) + diff);
    applies(result.proposed_diff ?? "");
    expect(result.proposed_diff).toContain(`+${STRICT.trimEnd()}`);
  });

  test("asks a model for what engines cannot fix, and takes its best proposal", async () => {
    const bad = "export const run = (code: string) => eval(code);\n";
    await repository.write({ "a.ts": bad });
    const server = withModel(
      edits({ path: "a.ts", find: "eval(code)", replace: "eval(code + code)" }),
      edits({ path: "a.ts", find: "eval(code)", replace: "JSON.parse(code)" }),
      edits({ path: "elsewhere.ts", find: "x", replace: "y" }),
    );
    const askedBefore = emulator.requests.length;
    const result = await review(server, config({ candidates: 3 }));
    applies(result.proposed_diff ?? "");
    expect(result.proposed_diff).toContain(
      "+export const run = (code: string) => JSON.parse(code);",
    );
    expect(emulator.requests.length - askedBefore).toBe(3);
    expect(result.verdict).toBe("reject");
  });

  test("stops when proposals make nothing better", async () => {
    await repository.write({ "a.ts": "export const run = (code: string) => eval(code);\n" });
    const server = withModel(
      edits({ path: "a.ts", find: "eval(code)", replace: "eval(`${code}`)" }),
    );
    const result = await review(server, config({ maxCycles: 10 }));
    expect([result.iterations, result.proposed_diff]).toEqual([1, null]);
    expect(result.review.summary).toContain("the last proposals made nothing better");
  });

  test("stops when no fix is known", async () => {
    await repository.write({ "a.ts": "export const run = (code: string) => eval(code);\n" });
    const result = await review(withEngines(), config({ maxCycles: 4 }));
    expect(result.review.summary).toContain(
      "Stopped after 1 of 4 cycles: no further fix is known.",
    );
  });

  test("continues from the best of a cycle", async () => {
    const code =
      "export const run = (code: string) => eval(code);\nexport const same = (a: unknown, b: unknown) => a == b;\n";
    await repository.write({ "a.ts": code });
    const server = withModel(
      edits({ path: "a.ts", find: "eval(code)", replace: "JSON.parse(code)" }),
    );
    const result = await review(server, config({ maxCycles: 5 }));
    expect(result.iterations).toBe(2);
    expect(result.proposed_diff).toContain("JSON.parse(code)");
    expect(result.proposed_diff).toContain("a === b");
  });
});

describe("applyFixes", () => {
  test("writes all fixes, keeps modes, and judges what is then there", async () => {
    await repository.commit({ "run.sh": "#!/bin/sh\n" });
    await repository.write({ "a.ts": LOOSE, "b.ts": LOOSE });
    execFileSync("chmod", ["755", join(repository.directory, "a.ts")]);
    const result = await review(withEngines(), config({ applyFixes: true }));
    expect([await read("a.ts"), await read("b.ts")]).toEqual([STRICT, STRICT]);
    expect((await stat(join(repository.directory, "a.ts"))).mode & 0o777).toBe(0o755);
    expect(result.verdict).toBe("pass");
    expect(places(result)).toEqual([]);
    expect(result.review.summary).toContain("Fixes were applied to a.ts, b.ts.");
    expect((await repository.git("status", "--porcelain")).trim().split("\n")).toHaveLength(2);
  });

  test("changes nothing when one file cannot be changed", async () => {
    await repository.write({ "a.ts": LOOSE, "sub/b.ts": LOOSE });
    execFileSync("chmod", ["555", join(repository.directory, "sub")]);
    onTestFinished(() => void execFileSync("chmod", ["755", join(repository.directory, "sub")]));
    const result = await review(withEngines(), config({ applyFixes: true }));
    // Root may write everywhere: then both are written, else neither.
    const isRoot = process.getuid?.() === 0;
    expect([await read("a.ts"), await read("sub/b.ts")]).toEqual(
      isRoot ? [STRICT, STRICT] : [LOOSE, LOOSE],
    );
    expect(result.review.summary).toContain(
      isRoot ? "Fixes were applied" : "Fixes were not applied",
    );
  });

  test("refuses when a file changed in the meantime", async () => {
    await repository.write({
      "a.ts": "export const run = (code: string) => eval(code);\n",
      "b.ts": LOOSE,
    });
    const server = withModel(async () => {
      await repository.write({ "b.ts": `${LOOSE}// somebody was here\n` });
      return edits({ path: "a.ts", find: "eval(code)", replace: "JSON.parse(code)" });
    });
    const result = await review(server, config({ applyFixes: true, candidates: 2, maxCycles: 2 }));
    expect(result.review.summary).toMatch(
      /has changed since it was audited; nothing was written|no longer fit the files/,
    );
    expect(await read("a.ts")).toContain("eval(code)");
    expect(await read("b.ts")).toContain("a == b");
  });

  test("does not write through a link that appeared", async () => {
    const outer = await createRepository();
    await outer.write({ "target.ts": LOOSE });
    await repository.write({
      "b.ts": "export const run = (code: string) => eval(code);\n",
      "a.ts": LOOSE,
    });
    const server = withModel(async () => {
      execFileSync("rm", [join(repository.directory, "a.ts")]);
      await symlink(join(outer.directory, "target.ts"), join(repository.directory, "a.ts"));
      return edits({ path: "b.ts", find: "eval(code)", replace: "JSON.parse(code)" });
    });
    await review(server, config({ applyFixes: true, candidates: 2, maxCycles: 2 }));
    expect(await readFile(join(outer.directory, "target.ts"), "utf8")).toBe(LOOSE);
    expect(await read("b.ts")).toContain("eval(code)");
  });
});

import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  killDuring,
  startRaw,
  startServer,
  temporaryDirectory,
  temporaryHome,
  type TestServer,
  twoServers,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import {
  block,
  config,
  entry,
  failure,
  places,
  review,
  startAudit,
  startInFolders,
  step,
  think,
} from "./support/gan-audit.ts";
import { writeFiles } from "./support/repository.ts";

const BAD = "export const run = (code: string) => eval(code);\n";
const MEGABYTE = 1024 * 1024;

/** One for all tests that do it no harm. */
let inFolder: Awaited<ReturnType<typeof startInFolders>>;

beforeAll(async () => {
  inFolder = await startInFolders({ GAN_AUDIT_MAX_FILES: "6000" });
});

/** The process ids of a server's engines, by what they run. */
function enginesOf(pid: number): Map<string, number> {
  const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], {
    encoding: "utf8",
  });
  const engines = new Map<string, number>();
  for (const [, child = "", name] of listed.matchAll(
    /^\s*(\d+) .*(?:engine-host\.cjs (\S+)|oxlint --lsp)$/gm,
  ))
    engines.set(name ?? "oxlint", Number(child));
  return engines;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(execFileSync("cat", [`/proc/${pid}/stat`], { encoding: "utf8" }));
  } catch {
    return false;
  }
};

describe("large and hostile input", () => {
  test.each([1, 10])("takes a thought of %i MB", async (size) => {
    const server = inFolder(await temporaryDirectory());
    const prose = await think(server, "word ".repeat((size * MEGABYTE) / 5));
    const code = await review(server, block("ts", BAD + `// ${"x".repeat(size * MEGABYTE)}\n`));
    expect(prose).not.toHaveProperty("gan");
    expect(places(code)).toEqual(["thought/block-1.ts:1"]);
  });

  test.each([
    ["ts", "if (total == eval(source)) other();\n"],
    ["py", "total = eval(source) + undefined_name\n"],
    ["go", 'func f(a string) { exec.Command("sh", "-c", "ls "+a).Run() }\n'],
    ["java", 'class A { void f(String a) { Runtime.getRuntime().exec("sh " + a); } }\n'],
  ])(
    "judges the beginning of 10 MB of dense %s, and says where it stopped",
    async (language, line) => {
      // A machine that runs other tests as well takes longer than the usual limit.
      const patient = await startInFolders({
        GAN_AUDIT_ENGINE_TIMEOUT_MS: "60000",
        MCP_SOFT_LIMIT_MS: "0",
      });
      const server = patient(await temporaryDirectory());
      const thought = block(language, line.repeat((10 * MEGABYTE) / line.length));
      const [{ review: said, judge_cards: cards }, plain] = await Promise.all([
        review(server, thought, {}, { timeout: 170_000 }),
        think(server, "A plain thought."),
      ]);
      expect(plain).not.toHaveProperty("gan");
      expect(cards).toMatchObject([{ model: "internal", score: expect.any(Number) }]);
      expect(said.inline).toHaveLength(200);
      expect(said.summary).toMatch(
        /Only the first 52\d+ of 10\d+ characters of thought\/block-1\.\w+ were audited\./,
      );
    },
    180_000,
  );

  test("judges code with halves of characters by every engine", async () => {
    const server = inFolder(await temporaryDirectory());
    const { review: said } = await review(server, block("ts", `const half = "\ud800";\n${BAD}`));
    expect(said.summary).not.toContain("Incomplete");
  });

  test("takes a diff of hundreds of thousands of lines", async () => {
    const server = inFolder(await temporaryDirectory());
    const lines = 300_000;
    const diff = `--- /dev/null\n+++ b/notes.txt\n@@ -0,0 +1,${lines} @@\n${"+a line of text\n".repeat(lines)}`;
    expect((await review(server, diff)).review.summary).toContain("in 1 file");
  });

  test("says how much of a thought's many parts it looks at", async () => {
    const server = inFolder(await temporaryDirectory());
    const blocks = await review(server, block("ts", BAD).repeat(300));
    const diffs = await review(server, "diff --git a/a.ts b/b.ts\n".repeat(400_000));
    expect(blocks.review.summary).toContain(
      "Only the first 200 blocks of the thought were audited",
    );
    expect(diffs.review.summary).toContain("Only the first 1000 files of the thought's diff");
  });

  test("refuses a thought that is larger than the limit, in the contract's shape", async () => {
    const server = await startAudit({ args: ["--max-input-bytes", "100000"] });
    const result = await server.callError("sequentialthinking", {
      ...step,
      thought: "x".repeat(110_000),
    });
    expect(result.structuredContent).toMatchObject({
      status: "failed",
      details: { code: "INPUT_TOO_LARGE" },
    });
    expect((await think(server, "After.")).thoughtHistoryLength).toBe(1);
  });

  test("treats a branch's name as data", async () => {
    const home = await temporaryHome();
    const server = await startAudit({ home });
    const names = [
      "__proto__",
      "constructor",
      "../../x",
      "/etc/passwd",
      "a\0b",
      "x".repeat(10_000),
      "😀\ud800",
      "'; drop table thoughts; --",
      " ",
    ];
    for (const [position, branchId] of names.entries()) {
      const answer = await think(server, block("ts", "export const a = 1;"), { branchId });
      expect(answer.thoughtHistoryLength).toBe(position + 1);
    }
    const { branches } = await think(server, "Last.");
    const wellFormed = names.map((name) => Buffer.from(name).toString());
    expect(branches.map((name) => Buffer.from(name).toString())).toEqual(wellFormed);
    const files = await readdir(home.directory, { recursive: true });
    expect(files.filter((file) => file.includes("passwd") || file.includes("xxxx"))).toEqual([]);
  });

  test("survives bytes that are no UTF-8", async () => {
    const home = await temporaryHome();
    const server = await startRaw({ entry, home, env: { ENABLE_GAN_AUDITING: "true" } });
    await server.initialize();
    const call = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "sequentialthinking", arguments: { ...step, thought: "A@@B" } },
    };
    const [before, after] = JSON.stringify(call).split("@@");
    await server.send(
      Buffer.concat([
        Buffer.from(before ?? ""),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from(`${after}\n`),
      ]),
    );
    const answer = await server.waitFor((message) => message.id === 7, 20_000);
    expect(answer).toMatchObject({ result: { structuredContent: { thoughtHistoryLength: 1 } } });
  });

  test("judges files that are not UTF-8, and does not fix them", async () => {
    const root = await temporaryDirectory();
    await writeFiles(root, {
      "latin.ts": Buffer.concat([
        Buffer.from("// caf"),
        Buffer.from([0xe9]),
        Buffer.from("\nexport const same = (a: unknown) => a == 1;\n"),
      ]),
    });
    const result = await review(
      inFolder(root),
      config({ scope: "workspace", maxCycles: 2, applyFixes: true }),
    );
    expect(places(result)).toEqual(["latin.ts:2"]);
    expect(result.proposed_diff).toBeNull();
    expect((await readFile(join(root, "latin.ts"))).includes(0xe9)).toBe(true);
  });

  test("judges a workspace of 5,000 files, and reports progress", async () => {
    const root = await temporaryDirectory();
    const files = Array.from({ length: 5_000 }, (_, file) => [
      `f${file % 50}/${file}.ts`,
      `export const a${file} = ${file};\n`,
    ]);
    await writeFiles(root, Object.fromEntries(files) as Record<string, string>);
    await writeFiles(root, { "f0/bad.ts": BAD });
    await symlink(".", join(root, "f1", "loop"));
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
    const result = await review(
      inFolder(root),
      config({ scope: "workspace" }),
      {},
      { onprogress, timeout: 120_000 },
    );
    expect(places(result)).toEqual(["f0/bad.ts:1"]);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  }, 120_000);
});

describe("engines that fail", () => {
  const everything =
    block("ts", BAD) + block("python", "def f(items=[]):\n    return items == None\n");

  /** On a busy machine the first start of an engine may take longer than it has time. */
  const isComplete = async (server: TestServer) =>
    places(await review(server, everything)).length === 3;

  test.each(["SIGKILL", "SIGSTOP"] as const)(
    "are replaced after %s, and the others still count",
    async (signal) => {
      const server = await startAudit({ env: { GAN_AUDIT_ENGINE_TIMEOUT_MS: "3000" } });
      await waitUntil(() => isComplete(server), {
        what: "engines that have started",
        timeoutMs: 20_000,
      });
      const ruff = enginesOf(server.pid).get("ruff") as number;
      process.kill(ruff, signal);
      const hurt = await review(server, everything);
      expect(places(hurt)).toEqual(["thought/block-1.ts:1"]);
      expect(hurt.judge_cards[0]?.notes).toMatch(/^ruff failed: /);
      expect(hurt.review.summary).toContain("Incomplete: ruff failed");
      await waitUntil(() => !isAlive(ruff), { what: "the end of the engine that failed" });
      await waitUntil(() => isComplete(server), {
        what: "an engine in its place",
        timeoutMs: 20_000,
      });
    },
  );

  test("fail over the file that breaks them, and over no other", async () => {
    const root = await temporaryDirectory();
    const depth = 20_000;
    await writeFiles(root, {
      "deep.py": `deep = ${"[".repeat(depth)}${"]".repeat(depth)}\n`,
      "one.py": "def f(items=[]):\n    return items\n",
      "two.py": "import os\n",
    });
    const result = await review(inFolder(root), config({ scope: "workspace" }));
    expect(places(result)).toEqual(["one.py:1", "two.py:1"]);
    expect(result.review.summary).toContain("Incomplete: deep.py: ruff failed");
  });

  test("that are too slow are stopped, and without any there is no score", async () => {
    const server = await startAudit({ env: { GAN_AUDIT_ENGINE_TIMEOUT_MS: "10" } });
    const { judge_cards: cards } = await failure(server, block("go", "package a\n"));
    expect(cards).toEqual([
      {
        model: "internal",
        notes: expect.stringContaining("ast-grep failed: it did not answer within 10 ms"),
      },
    ]);
  });

  test("that are not installed are named, and the others still count", async () => {
    const copy = await temporaryDirectory();
    const home = dirname(dirname(entry));
    await cp(join(home, "dist"), join(copy, "dist"), { recursive: true });
    for (const name of ["java", "ruff"]) await rm(join(copy, "dist", `${name}.wasm.br`));
    await mkdir(join(copy, "node_modules"));
    for (const name of ["better-sqlite3", "better-sqlite3-13"])
      await symlink(join(home, "node_modules", name), join(copy, "node_modules", name));
    const server = await startServer({
      entry: join(copy, "dist", "main.mjs"),
      env: { ENABLE_GAN_AUDITING: "true" },
    });
    const result = await review(server, everything + block("java", "class A { }"));
    const notes = result.judge_cards[0]?.notes ?? "";
    expect(places(result)).toEqual(["thought/block-1.ts:1"]);
    expect(notes).toContain("oxlint failed");
    expect(notes).toContain("ruff failed");
    expect(notes).toContain("java was not looked at");
  });

  test("end with the server", async () => {
    const server = await startAudit();
    await review(server, everything);
    const engines = [...enginesOf(server.pid).values()];
    expect(engines).toHaveLength(4);
    const { ms } = await server.close();
    expect(ms).toBeLessThan(2_000);
    await waitUntil(() => !engines.some(isAlive), { what: "the end of the engines" });
  });

  test("end even when the server is killed", async () => {
    const server = await startAudit();
    await review(server, everything);
    const engines = [...enginesOf(server.pid).values()];
    await server.kill("SIGKILL");
    await waitUntil(() => !engines.some(isAlive), { what: "the end of the engines" });
  });
});

describe("many at once", () => {
  test("counts 20 parallel thoughts of one session, with audits, each once", async () => {
    const server = await startAudit();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, call) =>
        think(server, call % 2 === 0 ? block("ts", BAD) : "Prose.", { branchId: "one" }),
      ),
    );
    expect(
      answers.map((answer) => answer.thoughtHistoryLength).toSorted((left, right) => left - right),
    ).toEqual(Array.from({ length: 20 }, (_, count) => count + 1));
    expect(
      answers.filter(({ gan }) => gan && "verdict" in gan && gan.verdict === "reject"),
    ).toHaveLength(10);
  });

  test("shares a branch between two servers on one database", async () => {
    const servers = await twoServers({ entry, env: { ENABLE_GAN_AUDITING: "true" } });
    await think(servers[0], "First.", { branchId: "shared" });
    const calls = Array.from({ length: 30 }, (_, call) =>
      think(servers[call % 2 === 0 ? 0 : 1], `Thought ${call}.`, { branchId: "shared" }),
    );
    const lengths = (await Promise.all(calls)).map((answer) => answer.thoughtHistoryLength);
    expect(lengths.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 30 }, (_, count) => count + 2),
    );
  });

  test.each([1, 2, 3])(
    "keeps every acknowledged thought through kill -9 (seed %i)",
    async (seed) => {
      const server = await startAudit();
      await think(server, "First.", { branchId: "kept" });
      const { acknowledged, unanswered } = await killDuring({
        server,
        seed,
        call: (index) => think(server, `Thought ${index}.`, { branchId: "kept" }),
      });
      const again = await startAudit({ home: server.home });
      const { thoughtHistoryLength } = await think(again, "Last.", { branchId: "kept" });
      expect(thoughtHistoryLength).toBeGreaterThanOrEqual(acknowledged.length + 2);
      expect(thoughtHistoryLength).toBeLessThanOrEqual(acknowledged.length + unanswered.length + 2);
    },
  );

  test("continues when its database is deleted under it", async () => {
    const server = await startAudit();
    await think(server, "First.");
    await rm(join(server.home.directory, ".local", "share", "faculties"), { recursive: true });
    expect((await think(server, "Second.")).thoughtHistoryLength).toBe(1);
  });
});

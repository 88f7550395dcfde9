import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryHome, type TemporaryHome, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { faculties, facultiesHere, place } from "./faculties.ts";
import { fixture, homeWithServer } from "./home-with-server.ts";
import { hasTerminal, openTerminal } from "./terminal.ts";

/** A process that has ended but was not asked for its exit code yet counts as ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

type Report = { servers: Record<string, unknown>[]; problems: string[] };

async function probe(home: TemporaryHome, args: string[] = [], env: Record<string, string> = {}) {
  const environment = { PATH: process.env["PATH"], ...home.env, ...env };
  const run = await facultiesHere(home, ["doctor", "--json", "--all", ...args], { environment });
  return { ...run, report: JSON.parse(run.stdout) as Report };
}

const add = (home: TemporaryHome, ...args: string[]) =>
  facultiesHere(home, ["add", "agent-memory", "--yes", ...args]);
const cursor = (home: TemporaryHome, servers: object) =>
  place(join(home.directory, ".cursor", "mcp.json"), JSON.stringify({ mcpServers: servers }));

describe("doctor", () => {
  test("starts what was added, counts its tools and repeats its own checks, without keys", async () => {
    const home = await homeWithServer();
    const key = "sk-very-secret";
    await add(home, "--client", "cursor", "--env", `OPENAI_API_KEY=${key}`, "--arg=--read-only");
    const { code, stdout, stderr } = await faculties(home, ["doctor", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      servers: [
        {
          client: "cursor",
          scope: "user",
          file: join(home.directory, ".cursor", "mcp.json"),
          name: "agent-memory",
          status: "ok",
          message: expect.stringMatching(/^agent-memory 9\.8\.7, 1 tool, \d+ ms$/),
          tools: 1,
          writes: false,
          protocol: "2025-11-25",
          ms: expect.any(Number),
          checks: [
            { name: "database", status: "ok", message: "is there" },
            { name: "providers", status: "ok", message: "works with [redacted]" },
          ],
        },
      ],
      problems: [],
    });
    expect(stdout).not.toContain(key);
  });

  test("gives a server the shell's keys only where the client does", async () => {
    const home = await homeWithServer();
    await add(home, "--client", "cursor,claude-code,codex");
    const { report } = await probe(home, [], { OPENAI_API_KEY: "sk-of-the-shell" });
    const status = report.servers.map(({ client, status: one }) => [client, one]);
    expect(status).toEqual([
      ["claude-code", "ok"],
      ["cursor", "warn"],
      ["codex", "warn"],
    ]);
    const plain = await facultiesHere(home, ["doctor", "agent-memory", "--client", "codex"], {
      environment: home.env,
    });
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(
      /^warn {5}agent-memory in codex \(user\): agent-memory 9\.8\.7, 2 tools, \d+ ms\n {9}ok {4}database: is there\n {9}warn {2}providers: no key\n$/,
    );
  });

  test("probes a built file and a foreign server, and passes over what it cannot start", async () => {
    const home = await temporaryHome();
    const built = join(home.directory, "node_modules/@faculties/agent-memory/dist/main.mjs");
    await mkdir(join(built, ".."), { recursive: true });
    await copyFile(fixture, built);
    const node = process.execPath;
    await cursor(home, {
      mine: { command: node, args: [built] },
      foreign: { command: node, args: [fixture], env: { A: "${HOME}" } },
      remote: { url: "https://example.com/mcp" },
      off: { command: node, args: [fixture], disabled: true },
      asks: { command: node, args: [fixture], env: { A: "${input:key}" } },
      open: { command: node, args: ["${workspaceFolder}/x"] },
    });
    const { code, report } = await probe(home);
    expect(code).toBe(0);
    expect(report.servers.map(({ name, status, checks }) => [name, status, checks])).toEqual([
      ["mine", "warn", [expect.objectContaining({ name: "database" }), expect.anything()]],
      ["foreign", "ok", []],
      ["remote", "skipped", []],
      ["off", "skipped", []],
      ["asks", "skipped", []],
      ["open", "skipped", []],
    ]);
  });

  test("starts what comes with a folder only when told to", async () => {
    const home = await temporaryHome();
    const cwd = join(home.directory, "cloned");
    const mark = join(home.directory, "started");
    const hostile = { command: "sh", args: ["-c", `touch ${mark}`] };
    await place(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { hostile } }));
    const careful = await facultiesHere(home, ["doctor", "--all"], { cwd });
    expect(careful).toMatchObject({
      code: 0,
      stdout:
        "skipped  hostile in claude-code (project): not started: it comes with this folder. --scope project starts it\n",
    });
    await expect(readFile(mark)).rejects.toThrow("ENOENT");
    const environment = { PATH: process.env["PATH"] };
    const told = ["doctor", "--all", "--scope", "project"];
    expect(await facultiesHere(home, told, { cwd, environment })).toMatchObject({ code: 1 });
    await expect(readFile(mark)).resolves.toBeDefined();
  });

  test("says why a server does not come up, without its keys", async () => {
    const home = await temporaryHome();
    const crash = `console.error("bad key " + process.env.K); process.exit(7)`;
    await cursor(home, {
      crashes: { command: process.execPath, args: ["-e", crash], env: { K: "sk-secret-key" } },
      missing: { command: join(home.directory, "nowhere") },
    });
    const { code, report } = await probe(home);
    expect(code).toBe(1);
    expect(report.servers).toMatchObject([
      {
        status: "fail",
        message: "ended with exit code 7; it said: bad key [redacted]",
        checks: [],
      },
      { status: "fail", message: expect.stringMatching(/^cannot be started: .*ENOENT/) },
    ]);
  });

  test("gives up on a server that stays silent, and ends all that it started", async () => {
    const home = await temporaryHome();
    const pids = join(home.directory, "pids");
    const script = `trap "" TERM; sleep 300 & echo $$ $! > ${pids}; wait; sleep 300`;
    await cursor(home, { silent: { command: "sh", args: ["-c", script] } });
    const { code, stdout } = await faculties(home, ["doctor", "--json", "--all", "--timeout", "2"]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Report).servers).toMatchObject([
      { status: "fail", message: "did not answer within 2 s" },
    ]);
    const started = (await readFile(pids, "utf8")).trim().split(" ").map(Number);
    expect(started).toHaveLength(2);
    await waitUntil(() => !started.some(isRunning), { what: "the end of all processes" });
  });

  test.skipIf(!hasTerminal)("ends everything on Control-C", async () => {
    const home = await temporaryHome();
    const pids = join(home.directory, "pids");
    const script = `sleep 300 & echo $$ $! > ${pids}; wait`;
    await cursor(home, { silent: { command: "sh", args: ["-c", script] } });
    const terminal = openTerminal(home, ["doctor", "--all"]);
    const readPids = () => readFile(pids, "utf8").catch(() => "");
    const started = await waitUntil(async () => (await readPids()).trim(), { timeoutMs: 20_000 });
    terminal.type("\u0003");
    expect(await terminal.ends()).toMatchObject({ code: 130 });
    const running = () => started.split(" ").map(Number).some(isRunning);
    await waitUntil(() => !running(), { what: "the end of all processes" });
  });

  test("bears a server that also prints what is no message", async () => {
    const home = await temporaryHome();
    const chatty = `console.log("hello"); import(${JSON.stringify(pathToFileURL(fixture).href)})`;
    await cursor(home, { chatty: { command: process.execPath, args: ["-e", chatty] } });
    const { report } = await probe(home);
    expect(report.servers).toMatchObject([{ status: "ok", tools: 2 }]);
  });

  test("passes nothing on that would steer a terminal", async () => {
    const home = await temporaryHome();
    const crash = `process.stderr.write("\\u001b[2Jgone"); process.exit(1)`;
    await cursor(home, { "evil\u001B[1m": { command: process.execPath, args: ["-e", crash] } });
    const { stdout } = await facultiesHere(home, ["doctor", "--all"]);
    expect(stdout).toBe(
      "fail     evil?[1m in cursor (user): ended with exit code 1; it said: ?[2Jgone\n",
    );
  });

  test("reports a broken file and probes the others", async () => {
    const home = await homeWithServer();
    await add(home, "--client", "cursor");
    const broken = await place(join(home.directory, ".codex", "config.toml"), "[x\n");
    const { code, report, stderr } = await probe(home);
    expect(code).toBe(1);
    expect(report.servers).toHaveLength(1);
    expect(report.problems).toEqual([expect.stringContaining(broken)]);
    expect(stderr).toContain(broken);
  });

  test("starts servers that are not ours only when told to", async () => {
    const home = await temporaryHome();
    const mark = join(home.directory, "started");
    await cursor(home, { foreign: { command: "sh", args: ["-c", `touch ${mark}`] } });
    expect(await facultiesHere(home, ["doctor"])).toEqual({
      code: 0,
      stdout: "None of our servers is configured here. --all checks the others.\n",
      stderr: "",
    });
    await expect(readFile(mark)).rejects.toThrow("ENOENT");
    const environment = { PATH: process.env["PATH"] };
    expect(await facultiesHere(home, ["doctor", "foreign"], { environment })).toMatchObject({
      code: 1,
    });
    await expect(readFile(mark)).resolves.toBeDefined();
  });

  test("has nothing to do where nothing is configured", async () => {
    expect(await facultiesHere(await temporaryHome(), ["doctor"])).toEqual({
      code: 0,
      stdout: "No server is configured here.\n",
      stderr: "",
    });
  });

  test("fails for a server that is not configured", async () => {
    expect(await facultiesHere(await temporaryHome(), ["doctor", "converse"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "converse is not configured here.\n",
    });
  });
});

test("clients are found by their programs and folders", async () => {
  const home = await temporaryHome();
  await mkdir(join(home.directory, ".gemini"));
  const codex = await place(join(home.directory, "bin", "codex"), "");
  await facultiesHere(home, ["add", "converse", "--client", "claude-code", "--yes"]);
  const { stdout } = await facultiesHere(home, ["clients", "--json"], {
    environment: { PATH: join(home.directory, "bin") },
  });
  const { clients } = JSON.parse(stdout) as { clients: Record<string, unknown>[] };
  expect(clients.filter(({ installed }) => installed)).toEqual([
    {
      client: "claude-code",
      title: "Claude Code",
      installed: true,
      evidence: join(home.directory, ".claude.json"),
      userFile: join(home.directory, ".claude.json"),
      userFileExists: true,
      projectFile: join(home.directory, ".mcp.json"),
    },
    expect.objectContaining({ client: "codex", evidence: codex, userFileExists: false }),
    expect.objectContaining({ client: "gemini", evidence: join(home.directory, ".gemini") }),
  ]);
  expect(clients).toHaveLength(9);
});

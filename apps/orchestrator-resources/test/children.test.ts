import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ChildListOutput } from "@faculties/schemas/orchestrator-resources/child-list";
import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildSnapshot } from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { ResourcesWatchOutput } from "@faculties/schemas/orchestrator-resources/resources-watch";
import { temporaryDirectory, twoServers, waitUntil } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, entry, errorOf, everything, shared, start } from "./support/start.ts";
import {
  endOf,
  IDLE,
  isAlive,
  linesOf,
  runChild,
  script,
  startChild,
  watchAll,
  whenGone,
} from "./support/work.ts";

describe("what may be started", () => {
  test("nothing, unless the operator allowed it", async () => {
    const server = await start(["--enable-children"]);
    const refused = await errorOf(server, "child_create", script("1"));
    expect(refused.code).toBe("E-CHILD-DENIED");
    expect(refused.message).toContain("--allow-command");
  });

  test("only allowed programs, folders and variables", async () => {
    const root = await temporaryDirectory();
    mkdirSync(join(root, "inside"));
    symlinkSync("/", join(root, "out"));
    const env = { SECRET_TOKEN: "hidden", PASSED: "yes" };
    const server = await start(
      [...everything, "--allow-root", root, "--allow-env", "PASSED,MINE"],
      {
        env,
      },
    );
    const shown = script("console.log(process.cwd()); console.log(JSON.stringify(process.env))");
    const child = await runChild(server, { ...shown, env: { MINE: "1" } });
    const [cwd, variables] = await linesOf(server, child.child_id);
    expect(cwd).toBe(realpathSync(root));
    const seen = JSON.parse(variables as string) as Record<string, string>;
    expect(seen).toMatchObject({ PASSED: "yes", MINE: "1", ORCHESTRATOR_CHILD_ID: child.child_id });
    expect(seen).not.toHaveProperty("SECRET_TOKEN");
    const inside = await runChild(server, { ...shown, cwd: "inside" });
    expect((await linesOf(server, inside.child_id))[0]).toBe(join(realpathSync(root), "inside"));
    for (const spec of [
      { command: "sh", args: ["-c", "true"] },
      { command: "./node" },
      { command: "nowhere" },
      { ...shown, cwd: "/" },
      { ...shown, cwd: join(root, "..") },
      { ...shown, cwd: join(root, "out") },
      { ...shown, cwd: join(root, "nowhere") },
      { ...shown, env: { LD_PRELOAD: "x.so" } },
      { ...shown, env: { NODE_OPTIONS: "--inspect" } },
      { ...shown, env: { ORCHESTRATOR_INSTANCE: "x" } },
      { ...shown, env: { "A=B": "x" } },
    ])
      expect([spec, await codeOf(server, "child_create", spec)]).toEqual([spec, "E-CHILD-DENIED"]);
    expect(await codeOf(server, "child_create", { ...shown, args: ["\0"] })).toBe(
      "E-INPUT-INVALID",
    );
  });
});

describe("output", () => {
  const server = shared();

  test("of any kind is recorded as it is", async () => {
    const text = `
      process.stdout.write(Buffer.from([0x68, 0xff, 0xfe, 0x69, 0x0a]));
      process.stdout.write("é€😀\\r\\n\\n");
      process.stdout.write("x".repeat(1_000_000) + "\\n");
      process.stdout.write("\\u0000 and no final newline");`;
    const { child_id } = await runChild(server(), script(text));
    const lines = await linesOf(server(), child_id);
    expect(lines.map((line) => (line.length > 100 ? line.length : line))).toEqual([
      "h\ufffd\ufffdi",
      "é€😀",
      "",
      1_000_000,
      "\u0000 and no final newline",
    ]);
  });

  test("of a line longer than a megabyte becomes several entries, none of it lost", async () => {
    const { child_id } = await runChild(
      server(),
      script(`process.stdout.write("é".repeat(1_200_000))`),
    );
    const lines = await linesOf(server(), child_id);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toBe("é".repeat(1_200_000));
  });

  test("comes in pages that a client can take", async () => {
    const { child_id } = await runChild(
      server(),
      script(`for (let i = 0; i < 9; i++) console.log("x".repeat(1_000_000))`),
    );
    const uri = `sc://children/${child_id}/logs`;
    const page = await server().callOk<ResourcesWatchOutput>("resources_watch", { uri });
    expect(page.events.length).toBeGreaterThan(1);
    expect(page.events.length).toBeLessThan(9);
    expect(await watchAll(server(), uri)).toHaveLength(11);
  });

  test("of sixteen children at full speed: no line lost below the limit", async () => {
    const text = "for (let i = 0; i < 2000; i++) console.log('line ' + i)";
    const specs = Array.from({ length: 16 }, () => script(text));
    const { children } = await server().callOk<{ children: { child_id: string }[] }>(
      "child_batch_create",
      { children: specs },
    );
    const expected = Array.from({ length: 2_000 }, (_, index) => `line ${index}`);
    for (const { child_id } of children) {
      expect(await endOf(server(), child_id)).toMatchObject({
        state: "exited",
        last_seq: 2_002,
        dropped_lines: 0,
      });
      expect(await linesOf(server(), child_id)).toEqual(expected);
    }
  });

  test("is sent to a child, and its stdin closed", async () => {
    const echo =
      "process.stdin.on('data', (d) => process.stdout.write(d)).on('end', () => console.log('bye'))";
    const { child_id } = await startChild(server(), script(echo));
    expect(await server().callOk("child_send", { child_id, data: "hello" })).toEqual({
      child_id,
      bytes_written: 6,
      stdin_closed: false,
    });
    await waitUntil(async () => (await linesOf(server(), child_id)).includes("hello"));
    expect(
      await server().callOk("child_send", { child_id, data: "wor", newline: false }),
    ).toMatchObject({ bytes_written: 3 });
    await server().callOk("child_send", { child_id, data: "ld", close: true });
    expect(await endOf(server(), child_id)).toMatchObject({ state: "exited", exit_code: 0 });
    expect(await linesOf(server(), child_id)).toEqual(["hello", "world", "bye"]);
    expect(await codeOf(server(), "child_send", { child_id, data: "x" })).toBe("E-CHILD-STATE");
    const given = await runChild(
      server(),
      script("process.stdin.pipe(process.stdout)", { stdin: "given" }),
    );
    expect(await linesOf(server(), given.child_id)).toEqual(["given"]);
  });
});

test("a flood is bounded on disk, what was dropped is on record, and the server answers meanwhile", async () => {
  const server = await start([...everything, "--child-log-bytes", "500000"]);
  const flood = `
    const block = Buffer.from(("x".repeat(99) + "\\n").repeat(1000));
    let left = 80;
    (function write() { while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once("drain", write); })();`;
  const { child_id } = await startChild(server, script(flood));
  const end = await endOf(server, child_id);
  expect(end).toMatchObject({ state: "exited", last_seq: 80_002 });
  expect(end.dropped_lines).toBeGreaterThan(74_000);
  const uri = `sc://children/${child_id}/logs`;
  const page = await server.callOk<ResourcesWatchOutput>("resources_watch", { uri });
  expect(page.truncated_before).toBe(end.dropped_lines + 1);
  const kept = await watchAll<ResourceChildLogEntry>(server, uri);
  expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, index) => end.dropped_lines + 1 + index));
  expect(kept.at(-1)?.seq).toBe(80_002);
  expect(kept.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThanOrEqual(500_000);
});

describe("ends", () => {
  const server = shared([...everything, "--kill-grace-ms", "150"]);

  test("by itself, with its code or a signal", async () => {
    expect(await runChild(server(), script("process.exit(3)"))).toMatchObject({
      state: "exited",
      exit_code: 3,
      signal: null,
      error: null,
    });
    expect(await runChild(server(), script("process.kill(process.pid, 'SIGSEGV')"))).toMatchObject({
      state: "failed",
      exit_code: null,
      signal: "SIGSEGV",
    });
  });

  test("by SIGTERM, and by SIGKILL when it does not listen", async () => {
    const polite = await startChild(
      server(),
      script(
        "process.on('SIGTERM', () => process.exit(7)); console.log('up'); setInterval(() => {}, 1000)",
      ),
    );
    await waitUntil(async () => (await linesOf(server(), polite.child_id)).includes("up"));
    expect(await server().callOk("child_cancel", { child_id: polite.child_id })).toEqual({
      child_id: polite.child_id,
      outcome: "requested",
      state: "stopping",
    });
    expect(await endOf(server(), polite.child_id)).toMatchObject({
      state: "killed",
      exit_code: 7,
      error: "cancelled",
    });
    const stubborn = await startChild(
      server(),
      script("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"),
    );
    await waitUntil(async () => (await linesOf(server(), stubborn.child_id)).includes("up"));
    await server().callOk("child_cancel", { child_id: stubborn.child_id });
    expect(await endOf(server(), stubborn.child_id)).toMatchObject({
      state: "killed",
      signal: "SIGKILL",
    });
    expect(await server().callOk("child_cancel", { child_id: stubborn.child_id })).toMatchObject({
      outcome: "already_ended",
      state: "killed",
    });
    expect(await codeOf(server(), "child_kill", { child_id: "nowhere" })).toBe("E-CHILD-NOTFOUND");
  });

  test("takes everything it started with it, also what left its group", async () => {
    const family = `
      const { spawn } = require("node:child_process");
      const inGroup = spawn(process.execPath, ["-e", "${IDLE}"], { stdio: "ignore" });
      const grandchild = spawn(process.execPath, ["-e", "${IDLE}"], { stdio: "inherit" });
      console.log(inGroup.pid + " " + grandchild.pid);
      ${IDLE}`;
    const { child_id, pid } = await startChild(server(), script(family));
    const pids = await waitUntil(async () =>
      (await linesOf(server(), child_id))[0]?.split(" ").map(Number),
    );
    expect(await server().callOk("child_kill", { child_id })).toEqual({
      child_id,
      outcome: "requested",
      state: "killed",
    });
    for (const one of [pid as number, ...pids]) await whenGone(one);
  });

  test("what it leaves running ends with it", async () => {
    const leaves = `
      const left = require("node:child_process").spawn(process.execPath, ["-e", "${IDLE}"], { stdio: "inherit" });
      console.log(left.pid); left.unref(); process.exit(0)`;
    const child = await runChild(server(), script(leaves));
    expect(child).toMatchObject({ state: "exited", exit_code: 0 });
    await whenGone(Number((await linesOf(server(), child.child_id))[0]));
  });

  test("after its time", async () => {
    const child = await runChild(server(), script(IDLE, { timeout_ms: 200 }));
    expect(child).toMatchObject({
      state: "timed_out",
      error: "timed out after 200 ms",
      timeout_ms: 200,
    });
    expect((child.ended_at as number) - child.started_at).toBeLessThan(3_000);
  });
});

describe("limits", () => {
  const server = shared([...everything, "--max-children", "3", "--memory-limit-mb", "150"]);

  test.concurrent("memory", async () => {
    const hog = "const all = []; setInterval(() => all.push(Buffer.alloc(20_000_000, 1)), 10)";
    const child = await runChild(server(), script(hog));
    expect(child).toMatchObject({ state: "failed", signal: "SIGKILL" });
    expect(child.error).toMatch(/^used \d+ MB of memory; the limit is 150 MB$/);
  });

  test.concurrent("CPU", async () => {
    const busy = `
      const began = process.hrtime.bigint();
      while (process.hrtime.bigint() - began < 2_000_000_000n);
      const { user, system } = process.cpuUsage();
      console.log((user + system) / 1000);`;
    const child = await runChild(server(), script(busy, { cpu_percent: 20 }));
    const usedMs = Number((await linesOf(server(), child.child_id))[0]);
    expect(usedMs).toBeLessThan(1_400);
  });

  test("number, and none above the server's own", async () => {
    const running = [];
    for (let index = 0; index < 3; index += 1)
      running.push(await startChild(server(), script(IDLE)));
    expect(await errorOf(server(), "child_create", script(IDLE))).toMatchObject({
      code: "E-CHILD-LIMIT",
      details: { running: 3, maxChildren: 3 },
    });
    const batch = await errorOf(server(), "child_batch_create", {
      children: [script(IDLE), { command: "nowhere" }],
    });
    expect(batch).toMatchObject({
      code: "E-BULK-PARTIAL",
      details: {
        failures: [
          { index: 0, code: "E-CHILD-LIMIT" },
          { index: 1, code: "E-CHILD-DENIED" },
        ],
      },
    });
    for (const { child_id } of running) await server().callOk("child_kill", { child_id });
    expect(await codeOf(server(), "child_create", script(IDLE, { memory_limit_mb: 151 }))).toBe(
      "E-CHILD-LIMIT",
    );
    const { children } = await server().callOk<ChildListOutput>("child_list", {
      states: ["running"],
    });
    expect(children).toEqual([]);
  });

  test("can be changed while it runs", async () => {
    const { child_id } = await startChild(server(), script(IDLE));
    expect(
      await server().callOk("child_set_limits", {
        child_id,
        cpu_percent: 10,
        memory_limit_mb: 140,
      }),
    ).toMatchObject({ cpu_percent: 10, memory_limit_mb: 140 });
    expect(await codeOf(server(), "child_set_limits", { child_id, memory_limit_mb: 151 })).toBe(
      "E-CHILD-LIMIT",
    );
    expect(await codeOf(server(), "child_set_limits", { child_id })).toBe("E-INPUT-INVALID");
    expect(await server().callOk("child_set_role", { child_id, role: "helper" })).toMatchObject({
      role: "helper",
    });
    await server().callOk("child_set_limits", { child_id, timeout_ms: 1 });
    expect(await endOf(server(), child_id)).toMatchObject({ state: "timed_out", role: "helper" });
    expect(await codeOf(server(), "child_set_limits", { child_id, cpu_percent: 20 })).toBe(
      "E-CHILD-STATE",
    );
    for (const tool of [
      "child_set_role",
      "child_set_limits",
      "child_attach",
      "child_status",
      "child_send",
    ])
      expect(
        await codeOf(server(), tool, {
          child_id: "nowhere",
          ...(tool === "child_set_role" && { role: "x" }),
          ...(tool === "child_set_limits" && { cpu_percent: 5 }),
        }),
      ).toBe("E-CHILD-NOTFOUND");
  });
});

test("children are listed, attached to and forgotten", async () => {
  const server = await start(everything);
  const first = await runChild(
    server,
    script("for (let i = 0; i < 9; i++) console.log(i)", { role: "counter" }),
  );
  const second = await startChild(server, script(IDLE));
  const list = (input: object) => server.callOk<ChildListOutput>("child_list", { ...input });
  expect((await list({})).children.map(({ child_id }) => child_id)).toEqual([
    first.child_id,
    second.child_id,
  ]);
  expect((await list({ role: "counter" })).children).toEqual([first]);
  const page = await list({ limit: 1 });
  expect((await list({ limit: 1, cursor: page.next_cursor })).children).toMatchObject([
    { child_id: second.child_id },
  ]);
  const attached = await server.callOk<{
    child: ChildSnapshot;
    logs: ResourceChildLogEntry[];
    next_seq: number;
  }>("child_attach", { child_id: first.child_id, tail: 3 });
  expect(attached.logs.map(({ message }) => message)).toEqual(["7", "8", "exited with code 0"]);
  expect(attached.next_seq).toBe(11);
  expect(
    await codeOf(server, "child_attach", { child_id: first.child_id, run_id: "nowhere" }),
  ).toBe("E-PLAN-NOT-FOUND");
  expect(await server.callOk("child_gc")).toEqual({
    removed: [first.child_id],
    count: 1,
    remaining: 1,
  });
  expect(await codeOf(server, "child_status", { child_id: first.child_id })).toBe(
    "E-CHILD-NOTFOUND",
  );
  expect(await codeOf(server, "resources_read", { uri: first.logs_uri })).toBe("E-RES-NOT_FOUND");
});

test("no child outlives the server, however it ends", async () => {
  const escape = `
    const { spawn } = require("node:child_process");
    const far = spawn(process.execPath, ["-e", "${IDLE}"], { detached: true, stdio: "ignore" });
    console.log(far.pid); ${IDLE}`;
  for (const end of ["close", "SIGTERM", "SIGKILL"] as const) {
    const server = await start(everything);
    const { child_id, pid } = await startChild(server, script(escape));
    const far = await waitUntil(async () => Number((await linesOf(server, child_id))[0]));
    expect([isAlive(pid as number), isAlive(far)]).toEqual([true, true]);
    await (end === "close" ? server.close() : server.kill(end));
    await whenGone(pid as number);
    await whenGone(far);
  }
});

test("a child can be steered from another process on the same database", async () => {
  const [owner, other] = await twoServers({ entry, args: everything });
  const echo = `process.stdin.on('data', (d) => process.stdout.write(d)); ${IDLE}`;
  const { child_id, pid } = await startChild(owner, script(echo));
  expect(await other.callOk("child_send", { child_id, data: "from afar" })).toEqual({
    child_id,
    bytes_written: 10,
    stdin_closed: false,
  });
  await waitUntil(async () => (await linesOf(other, child_id)).includes("from afar"));
  await other.callOk("child_set_limits", { child_id, cpu_percent: 50 });
  await other.callOk("child_send", { child_id, close: true });
  expect(await codeOf(other, "child_send", { child_id, data: "x" })).toBe("E-CHILD-STATE");
  expect(await other.callOk("child_kill", { child_id })).toEqual({
    child_id,
    outcome: "requested",
    state: "killed",
  });
  await whenGone(pid as number);
});

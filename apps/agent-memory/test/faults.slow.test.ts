import { chmodSync, chownSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  contend,
  killDuring,
  startServer,
  temporaryHome,
  type TemporaryHome,
  type TestServer,
} from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import {
  databaseFile,
  entry,
  record,
  type Recorded,
  runMemory,
  search,
  SECRET,
  startMemory,
  withDatabase,
} from "./start-memory.ts";

describe("several processes on one database", () => {
  test("let exactly one of two succeed in each of 300 contested replacements", async () => {
    const home = await temporaryHome();
    await using left = await startMemory({ home });
    await using right = await startMemory({ home });
    let current = await record(left, "contested", "The first");
    const winners: number[] = [];
    const rounds = await contend([left, right], 300, async (server: TestServer, round, place) => {
      const old = current;
      const result = await server.call("supersede_decision", {
        title: `Round ${round} by ${place}`,
        target: "contested",
        rationale: "Both want to decide this",
        old_decision_ids: [old],
      });
      const content = result.structuredContent as Recorded & { code?: string };
      if (result.isError) expect(content.code).toBe("DECISION_NOT_ACTIVE");
      else {
        winners.push(place);
        current = content.decision_id;
      }
      return !result.isError;
    });
    const successes = rounds.map(
      (round) => round.filter((one) => one.status === "fulfilled" && one.value).length,
    );
    expect(successes).toEqual(Array.from({ length: 300 }, () => 1));
    withDatabase(home, (database) => {
      const counts = database
        .prepare("select status, count(*) as count from decisions group by status")
        .all();
      expect(counts).toEqual([
        { status: "active", count: 1 },
        { status: "superseded", count: 300 },
      ]);
      const active = database.prepare("select id from decisions where status = 'active'").get();
      expect(active).toEqual({ id: current });
    });
    expect((await runMemory(home, ["doctor"])).code).toBe(0);
  }, 60_000);

  test("let exactly one of two record the first decision on a target", async () => {
    const home = await temporaryHome();
    await using left = await startMemory({ home });
    await using right = await startMemory({ home });
    const rounds = await contend([left, right], 50, async (server: TestServer, round) => {
      const text = { title: "T", target: `target ${round}`, rationale: "Both are first" };
      return (await server.call("record_decision", text)).isError !== true;
    });
    for (const round of rounds)
      expect(round.filter((one) => one.status === "fulfilled" && one.value)).toHaveLength(1);
  }, 30_000);
});

test("stores everything that 50 parallel calls on one connection were told is stored", async () => {
  await using server = await startMemory();
  const calls = Array.from({ length: 50 }, (_, number) =>
    record(server, `target ${number}`, `Title ${number}`),
  );
  const ids = await Promise.all(calls);
  const stored = withDatabase(server.home, (database) =>
    database.prepare<[], { id: string }>("select id from decisions").all(),
  );
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(ids));
  expect(ids).toHaveLength(50);
});

test("loses nothing and leaves nothing half done when killed at 50 points of its writes", async () => {
  const homes = await Promise.all([1, 2, 3, 4, 5].map(() => temporaryHome()));
  const outcomes = await Promise.all(homes.map((home, place) => killTenTimes(home, place + 1)));
  for (const [place, home] of homes.entries()) {
    const acknowledged = outcomes[place] ?? new Map<string, string | undefined>();
    const rows = withDatabase(home, (database) =>
      database
        .prepare<[], { id: string; status: string }>("select id, status from decisions")
        .all(),
    );
    const status = new Map(rows.map((one) => [one.id, one.status]));
    expect([...acknowledged.keys()].filter((id) => !status.has(id))).toEqual([]);
    const replaced = [...acknowledged.values()].filter((id) => id !== undefined);
    expect(replaced.filter((id) => status.get(id) !== "superseded")).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(10);
    const doctor = await runMemory(home, ["doctor", "--json"]);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      checks: Array.from({ length: 5 }, () => ({ status: "ok" })),
    });
  }
}, 60_000);

/** Acknowledged decisions, each with the one that it was told to have replaced. */
async function killTenTimes(home: TemporaryHome, seed: number) {
  const acknowledged = new Map<string, string | undefined>();
  for (let kill = 0; kill < 10; kill += 1) {
    const server = await startMemory({ home });
    const heads = new Map<string, string>();
    const run = await killDuring({
      server,
      seed: seed * 100 + kill,
      acknowledgedAtMost: 12,
      spreadMs: 8,
      call: async (index) => {
        const target = `kill ${kill} target ${index % 8}`;
        const old = heads.get(target);
        const text = { title: `Write ${index}`, target, rationale: "Written while being killed" };
        const result =
          old === undefined
            ? await server.call("record_decision", text)
            : await server.call("supersede_decision", { ...text, old_decision_ids: [old] });
        if (result.isError) return undefined;
        const { decision_id: id } = result.structuredContent as Recorded;
        heads.set(target, id);
        return { id, old };
      },
    });
    for (const { result } of run.acknowledged) if (result) acknowledged.set(result.id, result.old);
  }
  return acknowledged;
}

describe("a disk that cannot be written", () => {
  test("because it is full refuses writes, answers searches, and writes again when there is room", async () => {
    const home = await temporaryHome();
    await using before = await startMemory({ home });
    const kept = await record(before, "kept", "Keep this decision");
    await before.close();
    // A limit on the size of files is, to SQLite, a full disk.
    const limited = join(home.directory, "limited.mjs");
    writeFileSync(
      limited,
      `import { spawn } from "node:child_process";
       const child = spawn("sh", ["-c", 'ulimit -f 600; exec "$0" "$@"', process.execPath, ${JSON.stringify(entry)}, ...process.argv.slice(2)], { stdio: "inherit" });
       child.on("exit", (code) => process.exit(code ?? 1));`,
    );
    await using server = await startServer({
      entry: limited,
      home,
      env: {
        AGENT_MEMORY_SECRET: SECRET,
        AGENT_MEMORY_COOLDOWN_MS: "0",
        AGENT_MEMORY_EMBEDDINGS: "off",
      },
    });
    const acknowledged: string[] = [kept];
    let refusal: unknown;
    for (let number = 0; refusal === undefined && number < 200; number += 1) {
      const result = await server.call("record_decision", {
        title: `Large ${number}`,
        target: `large ${number}`,
        rationale: "words ".repeat(4_000),
      });
      if (result.isError) refusal = result.structuredContent;
      else acknowledged.push((result.structuredContent as Recorded).decision_id);
    }
    expect(refusal).toMatchObject({ status: "error", code: "STORAGE_UNAVAILABLE" });
    expect((await search(server, "keep this")).results[0]).toMatchObject({ id: kept });
    await server.close();
    await using after = await startMemory({ home });
    await record(after, "more", "There is room again");
    const stored = withDatabase(home, (database) =>
      database
        .prepare<[], { id: string }>("select id from decisions")
        .all()
        .map(({ id }) => id),
    );
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect((await runMemory(home, ["doctor"])).code).toBe(0);
  }, 30_000);

  test("because it is read-only refuses writes, stays alive, and loses nothing", async () => {
    const home = await temporaryHome();
    await using before = await startMemory({ home });
    const kept = await record(before, "kept", "Keep this decision");
    await before.close();
    const file = databaseFile(home);
    const folder = join(file, "..");
    // Root may write everything, so the server runs as nobody where the tests run as root.
    const isRoot = process.getuid?.() === 0;
    const asNobody = join(home.directory, "as-nobody.mjs");
    writeFileSync(
      asNobody,
      `process.setgid?.(65534); process.setuid?.(65534); await import(${JSON.stringify(entry)});`,
    );
    for (const path of [
      home.directory,
      join(home.directory, ".local"),
      join(home.directory, ".local/share"),
    ])
      chmodSync(path, 0o755);
    for (const name of readdirSync(folder)) {
      if (isRoot) chownSync(join(folder, name), 65_534, 65_534);
      chmodSync(join(folder, name), 0o444);
    }
    if (isRoot) chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o555);
    await using server = await startServer({
      entry: isRoot ? asNobody : entry,
      home,
      cwd: "/",
      env: { AGENT_MEMORY_SECRET: SECRET, AGENT_MEMORY_COOLDOWN_MS: "0" },
    });
    const text = { title: "T", target: "t", rationale: "Cannot be written" };
    const refused = await server.callError("record_decision", text);
    expect(refused.structuredContent).toMatchObject({
      status: "error",
      code: "STORAGE_UNAVAILABLE",
    });
    expect(await server.listTools()).toHaveLength(4);
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    expect(await record(server, "t", "It can be written again")).toMatch(/^dec_/);
    expect((await search(server, "keep this")).results.map(({ id }) => id)).toContain(kept);
  }, 30_000);
});

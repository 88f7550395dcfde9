import {
  administrate,
  contend,
  cuttingProxy,
  killDuring,
  makePostgres,
  temporaryHome,
  type TemporaryHome,
  type TestServer,
  waitUntil,
} from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { record, type Recorded, runMemory, search, startMemory } from "./start-memory.ts";

/** Processes and rounds; POSTGRES_ROUNDS=8x200 makes a long run. */
const [PROCESSES = 3, ROUNDS = 12] = (process.env["POSTGRES_ROUNDS"] ?? "3x12")
  .split("x")
  .map(Number);
const PATIENCE_MS = 20_000 + PROCESSES * ROUNDS * 100;
const WORDS_ALONE = { AGENT_MEMORY_EMBEDDINGS: "off" };

type Listed = { id: string; status: string; target: string; title: string };

function startAll(count: number, home: TemporaryHome, env: Record<string, string> = {}) {
  const start = () => startMemory({ home, env: { ...WORDS_ALONE, ...env } });
  return Promise.all(Array.from({ length: count }, start));
}

async function listAll(home: TemporaryHome): Promise<Listed[]> {
  const { stdout, stderr } = await runMemory(home, ["list", "--json", "--limit", "100000"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Listed[];
}

/** The code of a call's error, nothing when it succeeded. */
async function outcomeOf(server: TestServer, tool: string, input: Record<string, unknown>) {
  const { isError, structuredContent } = await server.call(tool, input, { timeout: PATIENCE_MS });
  const content = structuredContent as Recorded & { code?: string };
  return isError ? { code: String(content.code) } : { id: content.decision_id };
}

const text = (target: string, title: string) => ({ target, title, rationale: "It was contested" });

describe("several servers on one PostgreSQL", { timeout: PATIENCE_MS }, () => {
  test("create the tables at the same time, and let one process win each race", async () => {
    const home = await temporaryHome();
    const servers = await startAll(PROCESSES, home);
    // The first writer finds no tables.
    const firsts = await Promise.all(
      servers.map((server, place) => record(server, `own ${place}`, "The first")),
    );
    let current = firsts[0];
    const rounds = await contend(servers, ROUNDS, async (server, round, place) => {
      const replacement = { ...text("own 0", `${round} by ${place}`), old_decision_ids: [current] };
      const [recorded, replaced] = await Promise.all([
        outcomeOf(server, "record_decision", text(`new ${round}`, `by ${place}`)),
        outcomeOf(server, "supersede_decision", replacement),
      ]);
      current = replaced.id ?? current;
      return [recorded.code ?? "won", replaced.code ?? "won"];
    });
    const once = (loss: string) => ["won", ...Array.from({ length: PROCESSES - 1 }, () => loss)];
    for (const round of rounds) {
      const outcomes = round.map((one) => (one.status === "fulfilled" ? one.value : [one.reason]));
      const of = (at: number) =>
        outcomes
          .map((both) => both[at])
          .toSorted()
          .toReversed();
      expect([of(0), of(1)]).toEqual([once("TARGET_TAKEN"), once("DECISION_NOT_ACTIVE")]);
    }
    const listed = await listAll(home);
    const active = listed.filter(({ status }) => status === "active");
    expect([listed.length, active.length]).toEqual([PROCESSES + 2 * ROUNDS, PROCESSES + ROUNDS]);
    expect(active.find(({ target }) => target === "own 0")).toMatchObject({ id: current });
    expect((await runMemory(home, ["doctor"])).code).toBe(0);
  });

  test("share the cooldown, and record an event once for one reference", async () => {
    const env = {
      AGENT_MEMORY_COOLDOWN_MS: "600000",
      AGENT_MEMORY_COOLDOWN_BURST: "1",
      AGENT_MEMORY_REFLECTION: "true",
    };
    const servers = await startAll(3, await temporaryHome(), env);
    const outcomes = await Promise.all(
      servers.map((server, place) =>
        outcomeOf(server, "record_decision", text(`target ${place}`, "T")),
      ),
    );
    expect(outcomes.map(({ code }) => code ?? "recorded").toSorted()).toEqual([
      "RATE_LIMIT_EXCEEDED",
      "RATE_LIMIT_EXCEEDED",
      "recorded",
    ]);
    const event = { kind: "success", target: "ci", summary: "green", reference: "commit 1" };
    const ids = await Promise.all(
      servers.map(async (server) => {
        const { event_id } = await server.callOk<{ event_id: string }>("record_event", event);
        return event_id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test("lose nothing that a killed one acknowledged, and do not notice its end", async () => {
    const home = await temporaryHome();
    const [doomed, other, survivor] = (await startAll(3, home)) as [
      TestServer<"2025">,
      TestServer<"2025">,
      TestServer<"2025">,
    ];
    const kill = (server: TestServer<"2025">, seed: number) =>
      killDuring({
        server,
        seed,
        acknowledgedAtMost: 15,
        call: (index) => record(server, `${seed} ${index}`, "Written while being killed"),
      });
    const [first, second, own] = await Promise.all([
      kill(doomed, 1),
      kill(other, 2),
      Promise.all(Array.from({ length: 30 }, (_, at) => record(survivor, `own ${at}`, "Mine"))),
    ]);
    const acknowledged = [...first.acknowledged, ...second.acknowledged].map(
      ({ result }) => result,
    );
    const ids = (await listAll(home)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...acknowledged, ...own]));
    await record(survivor, "after", "Still there");
  });
});

/** Tries again when nothing was written: a busy machine may take longer to restart the database than a call waits. */
async function recordPatiently(server: TestServer, target: string): Promise<string> {
  const { isError, structuredContent } = await server.call(
    "record_decision",
    text(target, "While killed"),
  );
  const { decision_id, message } = structuredContent as Recorded;
  if (!isError) return decision_id;
  expect(message).toMatch(/cannot be reached\. Check that it runs/);
  return recordPatiently(server, target);
}

describe("a way to PostgreSQL that fails", { timeout: PATIENCE_MS + 40_000 }, () => {
  test("loses nothing and writes nothing twice when it is cut, also while servers commit", async () => {
    const home = await temporaryHome();
    const url = new URL(home.env["DATABASE_URL"] ?? "");
    const proxy = await cuttingProxy(Number(url.port));
    url.port = String(proxy.port);
    const servers = await startAll(2, home, { DATABASE_URL: url.href });
    const isCommit = (message: Buffer) => message.includes("commit");
    const acknowledged: string[] = [];
    for (const round of [0, 1, 2, 3, 4, 5]) {
      const sprung = proxy.cutAt(isCommit, round % 2 === 0 ? "after" : "before");
      const calls = servers.map((server, place) => record(server, `${round} ${place}`, "Cut"));
      acknowledged.push(...(await Promise.all(calls)));
      await sprung;
      if (round % 3 === 0) proxy.cut();
    }
    const listed = await listAll(home);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    expect(listed.every(({ status }) => status === "active")).toBe(true);
  });

  test("is an error that says so for as long as it is cut, and no longer", async () => {
    const postgres = await makePostgres();
    onTestFinished(() => postgres.remove());
    const home = await temporaryHome();
    const env = { DATABASE_URL: postgres.url };
    const [left, right] = (await startAll(2, home, env)) as [TestServer, TestServer];
    const before = await record(left, "before", "Before it is killed");
    const writing = Promise.all(
      [left, right].flatMap((server, place) =>
        Array.from({ length: 20 }, (_, at) => recordPatiently(server, `${place} ${at}`)),
      ),
    );
    await waitUntil(async () => (await search(right, "while killed")).results.length > 0);
    await postgres.kill();
    await postgres.start();
    const acknowledged = await writing;

    await postgres.kill();
    const refused = await left.callError("record_decision", text("away", "While it is away"));
    expect(refused.structuredContent).toMatchObject({
      status: "error",
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringMatching(/cannot be reached\. Check that it runs/),
    });
    await postgres.start();
    acknowledged.push(before, await record(right, "back", "It is back"));
    const url = { ...home, env: { ...home.env, ...env } };
    expect((await listAll(url)).map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  });
});

test("reports a statement that was stopped for being slow, rolls it back and continues", async () => {
  const home = await temporaryHome();
  const url = home.env["DATABASE_URL"] ?? "";
  const [server, other] = (await startAll(2, home)) as [TestServer, TestServer];
  const kept = await record(server, "kept", "Keep this");
  await administrate(
    url,
    `create function public.dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(600); return new; end $$;
    create trigger dawdle before insert on agent_memory.decisions
    for each row when (new.target = 'slow') execute function public.dawdle()`,
  );
  const slow = server.callError("record_decision", text("slow", "Takes too long"));
  // The database does the same when the time limit of a statement is over.
  await waitUntil(async () => {
    const stopped = await administrate(
      url,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'",
    );
    return stopped.length > 0;
  });
  expect((await search(other, "keep this")).results[0]).toMatchObject({ id: kept });
  expect((await slow).structuredContent).toMatchObject({
    code: "STORAGE_UNAVAILABLE",
    message: expect.stringMatching(/took too long and was stopped/),
  });
  const next = await record(server, "next", "Continues");
  expect((await listAll(home)).map(({ id }) => id).toSorted()).toEqual([kept, next].toSorted());
});

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { killDuring, runProgram, startServers, temporaryHome, waitUntil } from "@faculties/testkit";
import { echoKey, hang } from "@faculties/testkit/emulators";
import { loadSqlite } from "@faculties/storage/testing";
import { expect, onTestFinished, test } from "vitest";
import {
  ENTRY,
  langbaseEnv,
  startLangbase,
  startLocal,
  startReasoning,
  TEST_KEY,
} from "./start-reasoning.ts";

type SessionRecord = {
  thoughts: { id: string; parent_id: string | null; mode: string; content: string }[];
  branches: object[];
  checkpoints: object[];
  graphs: { nodes: object[] }[];
  detections: object[];
  preset_runs: { preset_id: string; status: string; results: Record<string, unknown> }[];
  invocations: { tool_name: string }[];
};
type Caller = { callOk<T>(tool: string, args?: Record<string, unknown>): Promise<T> };

const OBSERVE = ["--enable-observe"];

async function recordOf(server: Caller, session_id: unknown): Promise<SessionRecord> {
  const { content } = await server.callOk<{ content: string }>("reasoning_export", {
    session_id,
    format: "json",
  });
  return JSON.parse(content) as SessionRecord;
}

test("a restart loses nothing", async () => {
  const home = await temporaryHome();
  const { server, emulator } = await startReasoning({ home, args: OBSERVE });
  const { session_id, thought_id } = await server.callOk("reasoning_linear", { content: "one" });
  await server.callOk("reasoning_tree", { content: "two", session_id });
  const { checkpoint_id } = await server.callOk("reasoning_checkpoint_create", {
    session_id,
    name: "c",
  });
  const { graph_id, root_node_id } = await server.callOk("reasoning_got_init", {
    content: "g",
    session_id,
  });
  await server.callOk("reasoning_got_generate", { graph_id, node_id: root_node_id });
  await server.callOk("reasoning_detect_biases", { thought_id });
  const before = await recordOf(server, session_id);
  expect(before).toMatchObject({
    thoughts: { length: 5 },
    branches: { length: 4 },
    checkpoints: { length: 1 },
    graphs: [{ nodes: { length: 4 } }],
    detections: { length: 1 },
  });
  expect(before.invocations.map(({ tool_name }) => tool_name)).toEqual([
    "reasoning_linear",
    "reasoning_tree",
    "reasoning_got_generate",
    "reasoning_detect_biases",
  ]);
  await server.close();

  const again = await startLocal({ home, args: OBSERVE, env: langbaseEnv(emulator) });
  expect(await recordOf(again, session_id)).toEqual(before);
  expect(await again.callOk("reasoning_backtrack", { checkpoint_id })).toMatchObject({
    restored: { thoughts: 5 },
  });
  const { body } =
    (await again.callOk("reasoning_tree", { content: "three", session_id }),
    emulator.requests.at(-1)!);
  expect(body).toMatchObject({ name: "tree-reasoning-v1" });
});

test("the thread that Langbase gave is continued after a restart", async () => {
  const home = await temporaryHome();
  const { server, emulator } = await startReasoning({ home });
  const { session_id } = await server.callOk("reasoning_linear", { content: "one" });
  await server.close();
  const again = await startLocal({ home, env: langbaseEnv(emulator) });
  await again.callOk("reasoning_linear", { content: "two", session_id });
  expect(emulator.requests.at(-1)?.body).toMatchObject({ threadId: "thread-1" });
});

test("twenty calls at once on one session make one unbroken line", async () => {
  const { server } = await startReasoning({ args: OBSERVE });
  const { session_id, thought_id } = await server.callOk("reasoning_linear", { content: "start" });
  const calls = Array.from({ length: 20 }, (_, index) =>
    server.callOk<{ thought_id: string; previous_thought: string }>("reasoning_linear", {
      content: `call ${index}`,
      session_id,
    }),
  );
  const results = await Promise.all(calls);
  const { thoughts } = await recordOf(server, session_id);
  expect(thoughts).toHaveLength(21);
  expect(thoughts[0]?.id).toBe(thought_id);
  for (const [index, thought] of thoughts.entries())
    expect(thought.parent_id).toBe(thoughts[index - 1]?.id ?? null);
  expect(new Set(results.map((result) => result.previous_thought)).size).toBe(20);
});

test("two processes on one file see each other's work and lose none", async () => {
  const emulator = await startLangbase();
  const env = { PATH: "", LOG_LEVEL: "error", ...langbaseEnv(emulator) };
  const [left, right] = await startServers(2, { entry: ENTRY, env, args: OBSERVE });
  const { session_id } = await left!.callOk("reasoning_linear", { content: "start" });
  const writes = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? left! : right!).callOk("reasoning_linear", {
      content: `${index}`,
      session_id,
    }),
  );
  await Promise.all(writes);
  const { thoughts } = await recordOf(right!, session_id);
  expect(thoughts).toHaveLength(21);
  for (const [index, thought] of thoughts.entries())
    expect(thought.parent_id).toBe(thoughts[index - 1]?.id ?? null);
  expect(await recordOf(left!, session_id)).toEqual(await recordOf(right!, session_id));
});

test("kill -9 during a preset keeps the steps that had finished", async () => {
  const home = await temporaryHome();
  const { server, emulator } = await startReasoning({ home });
  emulator.answer("reflection-v1", { wire: hang() });
  const run = server.call("reasoning_preset_run", {
    preset_id: "code-review",
    inputs: { code: "x" },
  });
  await waitUntil(() =>
    emulator.requests.some(({ body }) => (body as { name?: string }).name === "reflection-v1"),
  );
  await Promise.all([server.kill("SIGKILL"), expect(run).rejects.toThrow()]);

  const again = await startLocal({ home, args: OBSERVE });
  const [session] = await sessionsOf(home);
  const record = await recordOf(again, session);
  expect(record.preset_runs).toMatchObject([{ preset_id: "code-review", status: "running" }]);
  expect(Object.keys(record.preset_runs[0]?.results ?? {})).toEqual([
    "perspectives",
    "biases",
    "fallacies",
  ]);
  expect(record.thoughts).toMatchObject([{ mode: "divergent" }]);
  expect(record.detections).toHaveLength(2);
});

test.each([1, 2, 3])(
  "kill -9 at any moment loses nothing that was acknowledged (%d)",
  async (seed) => {
    const home = await temporaryHome();
    const server = await startLocal({ home });
    const evidence = [{ description: "e", likelihood_if_true: 0.6, likelihood_if_false: 0.5 }];
    const { session_id } = await server.callOk("reasoning_probabilistic", {
      hypothesis: "start",
      prior: 0.5,
      evidence,
    });
    const killed = await killDuring({
      server,
      seed,
      call: (index) =>
        server.callOk("reasoning_probabilistic", {
          hypothesis: `h${index}`,
          prior: 0.5,
          evidence,
          session_id,
        }),
    });
    const again = await startLocal({ home, args: OBSERVE });
    const { thoughts } = await recordOf(again, session_id);
    const stored = new Set(thoughts.map(({ content }) => content.split("\n")[0]));
    expect(killed.acknowledged.filter(({ index }) => !stored.has(`h${index}`))).toEqual([]);
    for (const [index, thought] of thoughts.entries())
      expect(thought.parent_id).toBe(thoughts[index - 1]?.id ?? null);
  },
);

test("the stored data is sound and contains no key", async () => {
  const home = await temporaryHome();
  const file = join(home.directory, "reasoning.db");
  const { server, emulator } = await startReasoning({ home, env: { DATABASE_PATH: file } });
  emulator.answer("linear-reasoning-v1", `The key ${TEST_KEY} was mentioned.`, { wire: echoKey() });
  await server.callOk("reasoning_tree", { content: "x" });
  await server.callOk("reasoning_linear", { content: `My key is ${TEST_KEY}` });
  await server.callError("reasoning_linear", { content: "x" });
  await server.close();

  const Database = await loadSqlite();
  const database = new Database(file, { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  const rows = database
    .prepare(
      "select tool_name, pipe_name, success, input, output, error from invocations order by created_at",
    )
    .all() as { tool_name: string; success: number }[];
  expect(rows.map(({ tool_name, success }) => [tool_name, success])).toEqual([
    ["reasoning_tree", 1],
    ["reasoning_linear", 1],
    ["reasoning_linear", 0],
  ]);
  const thoughts = database.prepare("select * from thoughts").all();
  expect(JSON.stringify([rows, thoughts])).not.toContain(TEST_KEY);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

async function sessionsOf(home: Awaited<ReturnType<typeof temporaryHome>>): Promise<string[]> {
  const { stdout } = await runProgram({ entry: ENTRY, home, args: ["sessions", "--json"] });
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
}

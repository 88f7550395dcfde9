import { runProgram, temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import {
  ENTRY,
  langbaseEnv,
  startLangbase,
  startLocal,
  startReasoning,
  TEST_KEY,
} from "./start-reasoning.ts";

const run = (
  args: readonly string[],
  { env = {}, home }: { env?: Record<string, string>; home?: TemporaryHome } = {},
) => runProgram({ entry: ENTRY, args, env: { PATH: "", ...env }, ...(home && { home }) });

describe("sessions and show", () => {
  test("list and draw the stored sessions", async () => {
    const home = await temporaryHome();
    const { server } = await startReasoning({ home });
    const { session_id } = await server.callOk<{ session_id: string }>("reasoning_linear", {
      content: 'Say "hi" <b>\nnow',
    });
    await server.callOk("reasoning_tree", { content: "ways", session_id });
    const { graph_id, root_node_id } = await server.callOk("reasoning_got_init", {
      content: "root",
      problem: "P",
      session_id,
    });
    await server.callOk("reasoning_got_generate", { graph_id, node_id: root_node_id, k: 1 });
    await server.callOk("reasoning_detect_biases", {
      content: "This proves our hypothesis",
      session_id,
    });
    await server.callOk("reasoning_checkpoint_create", { session_id, name: "c" });

    const listed = await run(["sessions"], { home });
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(new RegExp(`^${session_id}  \\S+  linear +5 thoughts\n$`));

    const shown = await run(["show", session_id], { home });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`# Session ${session_id}`);
    for (const part of [
      "## Thoughts",
      "*linear, 0.9*",
      "## Branch main (active)",
      "## Branch south (open)",
      "## Checkpoints",
      "## Graph P",
      "- root (unscored)",
      "  - Continuation 1 (unscored)",
      "**confirmation_bias**, severity 4",
    ])
      expect(shown.stdout).toContain(part);

    const drawn = await run(["show", session_id, "--mermaid"], { home });
    expect(drawn.stdout.split("\n")[0]).toBe("flowchart TD");
    expect(drawn.stdout).toContain('t1["linear 0.9: Step after: now"]');
    expect(drawn.stdout).toContain('subgraph b1["main (active)"]');
    expect(drawn.stdout).toContain("t1 --> t2");
    expect(drawn.stdout).toMatch(/t6 -- generates --> t7/);

    const json = await run(["show", session_id, "--json"], { home });
    expect(JSON.parse(json.stdout)).toMatchObject({
      session: { id: session_id, mode: "linear" },
      thoughts: { length: 5 },
      graphs: [{ problem: "P" }],
    });
  });

  test("report wrong arguments", async () => {
    const home = await temporaryHome();
    expect(await run(["sessions"], { home })).toMatchObject({
      code: 0,
      stdout: "No sessions yet.\n",
    });
    expect(await run(["show", "nope"], { home })).toMatchObject({
      code: 1,
      stderr: "langbase-reasoning: Session not found: nope\n",
    });
    expect(await run(["show", "nope", "--json", "--mermaid"], { home })).toMatchObject({ code: 2 });
    expect(await run(["show"], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Usage: langbase-reasoning show <session>"),
    });
  });
});

describe("pipes", () => {
  test("are pushed, checked, and pushed again", async () => {
    const emulator = await startLangbase();
    const env = { ...langbaseEnv(emulator), PIPE_AUTO: "my-router" };
    const names = [
      "linear-reasoning-v1",
      "tree-reasoning-v1",
      "divergent-reasoning-v1",
      "reflection-v1",
      "my-router",
      "got-reasoning-v1",
      "detection-v1",
      "decision-framework-v1",
    ];
    const before = await run(["pipes", "check"], { env });
    expect(before).toMatchObject({
      code: 1,
      stdout: names.map((name) => `missing    ${name}\n`).join(""),
    });
    const pushed = await run(["pipes", "push", "--pipe-model", "openai:gpt-4o-mini"], { env });
    expect(pushed).toMatchObject({
      code: 0,
      stdout: names.map((name) => `created  ${name}\n`).join(""),
    });
    expect([...emulator.pipes.keys()]).toEqual(names);
    expect(emulator.pipes.get("my-router")).toMatchObject({
      status: "private",
      json: true,
      stream: false,
      temperature: 0.7,
      max_tokens: 8_000,
      model: "openai:gpt-4o-mini",
      messages: [{ role: "system", content: expect.stringContaining("You choose how to reason") }],
    });
    expect(await run(["pipes", "check"], { env })).toMatchObject({
      code: 0,
      stdout: names.map((name) => `ok         ${name}\n`).join(""),
    });
    expect(await run(["doctor"], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("ok    pipes: all 8 are at Langbase"),
    });
    expect(await run(["pipes", "push"], { env })).toMatchObject({
      code: 0,
      stdout: names.map((name) => `updated  ${name}\n`).join(""),
    });
  });

  test.each([
    ["json", { json: false }],
    ["temperature", { temperature: 2 }],
    ["max_tokens", { max_tokens: 10 }],
    ["model", { model: "other:model" }],
  ])("with another %s are different", async (_field, change) => {
    const emulator = await startLangbase();
    const env = langbaseEnv(emulator);
    const model = ["--pipe-model", "openai:gpt-4o-mini"];
    await run(["pipes", "push", ...model], { env });
    await fetch(`${emulator.url}/v1/pipes/reflection-v1`, {
      method: "POST",
      headers: { authorization: `Bearer ${TEST_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "reflection-v1", ...change }),
    });
    const checked = await run(["pipes", "check", ...model], { env });
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain("different  reflection-v1\n");
    expect(checked.stdout.match(/^ok /gm)).toHaveLength(7);
  });

  test("need a key and a verb", async () => {
    expect(await run(["pipes", "push"])).toMatchObject({
      code: 2,
      stderr: "langbase-reasoning: Set LANGBASE_API_KEY to manage pipes.\n",
    });
    expect(await run(["pipes", "delete"])).toMatchObject({
      code: 2,
      stderr: "langbase-reasoning: Usage: pipes push|check\n",
    });
  });

  test("a refusal does not show the key", async () => {
    const emulator = await startLangbase();
    const refused = await run(["pipes", "check"], {
      env: { ...langbaseEnv(emulator), LANGBASE_BASE_URL: `${emulator.url}/wrong` },
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).not.toContain(TEST_KEY);
  });
});

describe("doctor", () => {
  test("looks at database, model, pipes and presets", async () => {
    const home = await temporaryHome();
    const alone = await run(["doctor", "--json"], { home });
    expect(alone.code).toBe(0);
    expect(JSON.parse(alone.stdout)).toEqual({
      checks: [
        {
          name: "database",
          status: "ok",
          message: expect.stringMatching(/langbase-reasoning\.db$/),
        },
        { name: "model", status: "warn", message: expect.stringContaining("none is configured") },
      ],
    });
    const emulator = await startLangbase();
    const missing = await run(["doctor", "--presets", "/nowhere.json"], {
      env: langbaseEnv(emulator),
      home,
    });
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain(
      "ok    model: langbase, linear-reasoning-v1 for linear reasoning",
    );
    expect(missing.stdout).toMatch(
      /FAIL  pipes: missing at Langbase: linear-reasoning-v1, .* Run pipes push\./,
    );
    expect(missing.stdout).toContain("FAIL  presets: The presets in /nowhere.json cannot be used");
  });
});

test("the database lies where the platform keeps data, or where DATABASE_PATH says", async () => {
  const home = await temporaryHome();
  const elsewhere = `${home.directory}/my.db`;
  const server = await startLocal({ home, env: { DATABASE_PATH: elsewhere } });
  await server.callOk("reasoning_got_init", { content: "x" });
  expect((await run(["sessions"], { home })).stdout).toBe("No sessions yet.\n");
  expect((await run(["sessions", "--database", elsewhere], { home })).stdout).toContain("got");
});

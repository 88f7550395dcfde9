import { langbaseError } from "@faculties/testkit/emulators";
import { beforeEach, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "../../test/scripted-answers.ts";
import { startLocal, startReasoning } from "../../test/start-reasoning.ts";

const { server, emulator } = await startReasoning({ args: ["--enable-observe"] });

beforeEach(() => {
  for (const pipe of ["linear-reasoning-v1", "reflection-v1"]) emulator.answer(pipe, goodAnswer);
});

type Exported = {
  session: { active_branch_id: string | null };
  thoughts: { id: string; branch_id: string | null; parent_id: string | null; content: string }[];
  branches: { id: string; name: string | null; state: string; parent_id: string | null }[];
  graphs: {
    id: string;
    abandoned_on: string | null;
    nodes: { id: string; score: number | null; is_active: boolean; is_terminal: boolean }[];
    edges: object[];
  }[];
};

async function stateOf(session_id: string): Promise<Exported> {
  const { content } = await server.callOk<{ content: string }>("reasoning_export", {
    session_id,
    format: "json",
  });
  const { session, thoughts, branches, graphs } = JSON.parse(content) as Exported;
  return { session: { active_branch_id: session.active_branch_id }, thoughts, branches, graphs };
}

const ok = <Result = Record<string, string>>(tool: string, args: object) =>
  server.callOk<Result>(tool, { ...args });
const withoutTimes = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key.endsWith("_at") ? undefined : item,
  ) as unknown;

test("restores thoughts, branches, the active branch and graphs, and keeps everything later apart", async () => {
  const { session_id } = await ok("reasoning_linear", { content: "one" });
  const tree = await ok<{ branch_id: string; branches: { id: string }[] }>("reasoning_tree", {
    content: "two",
    session_id,
  });
  const { graph_id, root_node_id } = await ok("reasoning_got_init", {
    content: "root",
    session_id,
  });
  const { nodes } = await ok<{ nodes: { id: string }[] }>("reasoning_got_generate", {
    graph_id,
    node_id: root_node_id,
    k: 2,
  });
  await ok("reasoning_got_score", { graph_id, node_id: nodes[0]?.id });
  const { checkpoint_id } = await ok("reasoning_checkpoint_create", { session_id, name: "here" });
  const before = await stateOf(session_id as string);

  const focused = tree.branches[1]?.id;
  await ok("reasoning_tree_focus", { session_id, branch_id: focused });
  const { thought_id: later } = await ok("reasoning_linear", { content: "three", session_id });
  await ok("reasoning_tree_complete", {
    session_id,
    branch_id: tree.branches[0]?.id,
    state: "abandoned",
  });
  const grown = await ok<{ branches: { id: string }[] }>("reasoning_tree", {
    content: "four",
    session_id,
  });
  await ok("reasoning_got_prune", { graph_id, threshold: 0.9 });
  await ok("reasoning_got_finalize", { graph_id, terminal_node_ids: [nodes[1]?.id] });
  const { nodes: newNodes } = await ok<{ nodes: { id: string }[] }>("reasoning_got_generate", {
    graph_id,
    node_id: nodes[1]?.id,
  });
  const { graph_id: newGraph } = await ok("reasoning_got_init", { content: "another", session_id });

  const restored = await ok<{ abandoned_branch_id: string }>("reasoning_backtrack", {
    checkpoint_id,
  });
  expect(restored).toEqual({
    checkpoint_id,
    session_id,
    thought_id: null,
    content: null,
    confidence: null,
    previous_thought: expect.any(String),
    branch_id: tree.branch_id,
    abandoned_branch_id: expect.any(String),
    restored: { thoughts: 5, branches: 4, graphs: 1 },
  });

  const after = await stateOf(session_id as string);
  const kept = restored.abandoned_branch_id;
  const known = new Set(before.thoughts.map(({ id }) => id));
  const branchesBefore = new Set(before.branches.map(({ id }) => id));
  expect(after.session).toEqual(before.session);
  expect(after.thoughts.filter(({ id }) => known.has(id))).toEqual(before.thoughts);
  expect(withoutTimes(after.branches.filter(({ id }) => branchesBefore.has(id)))).toEqual(
    withoutTimes(before.branches),
  );
  expect(after.graphs.filter(({ abandoned_on }) => abandoned_on === null)).toEqual(before.graphs);

  expect(after.branches.find(({ id }) => id === kept)).toMatchObject({
    name: "After checkpoint here",
    state: "abandoned",
  });
  expect(after.thoughts.find(({ id }) => id === later)).toMatchObject({
    branch_id: kept,
    content: "Step after: three",
  });
  for (const { id } of grown.branches)
    expect(after.branches.find((branch) => branch.id === id)).toMatchObject({
      state: "abandoned",
      parent_id: kept,
    });
  expect(after.thoughts).toHaveLength(before.thoughts.length + 5);
  expect(after.graphs.find(({ id }) => id === newGraph)).toMatchObject({ abandoned_on: kept });
  expect(
    (await server.callError("reasoning_got_state", { graph_id: newGraph })).structuredContent,
  ).toMatchObject({ error: { type: "GraphNotFound" } });
  expect(
    (await server.callError("reasoning_got_score", { graph_id, node_id: newNodes[0]?.id }))
      .structuredContent,
  ).toMatchObject({ error: { type: "NodeNotFound" } });
  expect(await ok("reasoning_got_state", { graph_id })).toMatchObject({
    node_count: 3,
    edge_count: 2,
    active_nodes: 3,
    terminal_nodes: 0,
    max_depth: 1,
  });
});

test("back and forth between checkpoints, each time exactly", async () => {
  const { session_id } = await ok("reasoning_linear", { content: "1" });
  const { checkpoint_id: first } = await ok("reasoning_checkpoint_create", {
    session_id,
    name: "first",
  });
  const atFirst = await stateOf(session_id as string);
  await ok("reasoning_linear", { content: "2", session_id });
  const { graph_id } = await ok("reasoning_got_init", { content: "g", session_id });
  const { checkpoint_id: second } = await ok("reasoning_checkpoint_create", {
    session_id,
    name: "second",
  });
  const atSecond = await stateOf(session_id as string);
  const live = ({ thoughts, graphs, session }: Exported) => ({
    session,
    thoughts: thoughts.filter(({ branch_id }) => branch_id === null),
    graphs: graphs.filter(({ abandoned_on }) => abandoned_on === null),
  });
  for (let round = 1; round <= 2; round += 1) {
    await ok("reasoning_backtrack", { checkpoint_id: first, session_id });
    expect(live(await stateOf(session_id as string))).toEqual(live(atFirst));
    await ok("reasoning_backtrack", { checkpoint_id: second, session_id });
    expect(live(await stateOf(session_id as string))).toEqual(live(atSecond));
    expect(await ok("reasoning_got_state", { graph_id })).toMatchObject({ node_count: 1 });
  }
});

test("a new direction continues from the checkpoint, with its history and a new thread", async () => {
  const { session_id, thought_id } = await ok("reasoning_linear", { content: "alpha" });
  const { checkpoint_id } = await ok("reasoning_checkpoint_create", { session_id, name: "c" });
  await ok("reasoning_linear", { content: "omega", session_id });
  const result = await ok("reasoning_backtrack", {
    checkpoint_id,
    new_direction: "gamma",
    confidence: 0.99,
  });
  const request = emulator.requests.at(-1);
  expect(request?.body).toMatchObject({ name: "linear-reasoning-v1" });
  expect(request?.body).not.toHaveProperty("threadId");
  const { user } = messagesOf(request!);
  expect(user).toContain("<previous_thoughts>\n1. Step after: alpha\n</previous_thoughts>");
  expect(user).toContain("<new_direction>\ngamma\n</new_direction>");
  expect(user).not.toContain("omega");
  expect(result).toMatchObject({
    previous_thought: thought_id,
    notes: ["The confidence of 0.9 is below the 0.99 asked for."],
  });
  expect(await ok("reasoning_linear", { content: "delta", session_id })).toMatchObject({
    previous_thought: result["thought_id"],
  });
  expect(messagesOf(emulator.requests.at(-1)!).user).not.toContain("omega");
});

test("focusing on an abandoned branch continues it", async () => {
  const { session_id } = await ok("reasoning_linear", { content: "1" });
  const { checkpoint_id } = await ok("reasoning_checkpoint_create", { session_id, name: "c" });
  const { thought_id: lost } = await ok("reasoning_linear", { content: "2", session_id });
  const { abandoned_branch_id: branch_id } = await ok("reasoning_backtrack", { checkpoint_id });
  const refused = await server.callError("reasoning_tree", { content: "x", session_id, branch_id });
  expect(refused.content).toMatchObject([
    { text: expect.stringContaining("is abandoned; focus on it to continue it") },
  ]);
  expect(await ok("reasoning_tree_focus", { session_id, branch_id })).toMatchObject({
    branch: { state: "active" },
  });
  expect(await ok("reasoning_linear", { content: "3", session_id })).toMatchObject({
    previous_thought: lost,
  });
});

test("when the model fails, nothing has changed", async () => {
  const { session_id } = await ok("reasoning_linear", { content: "1" });
  const { checkpoint_id } = await ok("reasoning_checkpoint_create", { session_id, name: "c" });
  await ok("reasoning_linear", { content: "2", session_id });
  const before = await stateOf(session_id as string);
  emulator.answer("linear-reasoning-v1", langbaseError(400, "No."));
  await server.callError("reasoning_backtrack", { checkpoint_id, new_direction: "x" });
  expect(await stateOf(session_id as string)).toEqual(before);
});

test("restoring needs no model, a new direction does", async () => {
  const local = await startLocal();
  const { session_id, graph_id } = await local.callOk("reasoning_got_init", { content: "root" });
  const { checkpoint_id } = await local.callOk("reasoning_checkpoint_create", {
    session_id,
    name: "c",
  });
  await local.callOk("reasoning_got_finalize", { graph_id });
  const refused = await local.callError("reasoning_backtrack", {
    checkpoint_id,
    new_direction: "x",
  });
  expect(refused.structuredContent).toMatchObject({ error: { type: "LangbaseUnavailable" } });
  expect(await local.callOk("reasoning_got_state", { graph_id })).toMatchObject({
    terminal_nodes: 1,
  });
  expect(await local.callOk("reasoning_backtrack", { checkpoint_id })).toMatchObject({
    restored: { graphs: 1 },
    abandoned_branch_id: null,
  });
  expect(await local.callOk("reasoning_got_state", { graph_id })).toMatchObject({
    terminal_nodes: 0,
  });
});

test("findings in abandoned thoughts no longer count against the session", async () => {
  const { session_id } = await ok("reasoning_linear", { content: "one" });
  const { checkpoint_id } = await ok("reasoning_checkpoint_create", { session_id, name: "here" });
  emulator.answer("reflection-v1", "In prose, so that the figures speak.");
  const weaknesses = async () => {
    const rated = await ok<{ weaknesses: string[] }>("reasoning_reflection_evaluate", {
      session_id,
    });
    return rated.weaknesses;
  };
  const before = await weaknesses();
  const { thought_id } = await ok("reasoning_linear", { content: "one", session_id });
  await ok("reasoning_detect_biases", { thought_id });
  expect(await weaknesses()).toContain("Biases or fallacies found in this session: 1");
  await ok("reasoning_backtrack", { checkpoint_id });
  expect(await weaknesses()).toEqual(before);
});

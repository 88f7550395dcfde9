import { beforeEach, describe, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "./scripted-answers.ts";
import { startReasoning } from "./start-reasoning.ts";

const { server, emulator } = await startReasoning();
const ok = <Result = Record<string, string>>(tool: string, args: object) =>
  server.callOk<Result>(`reasoning_got_${tool}`, { ...args });
const refused = async (tool: string, args: object) => {
  const { structuredContent } = await server.callError(`reasoning_got_${tool}`, { ...args });
  return (structuredContent as { error: { message: string } }).error.message;
};
type Generated = { nodes: { id: string; depth: number }[]; count: number; notes?: string[] };

async function graphWith(config: object = {}) {
  const { graph_id, root_node_id } = await ok("init", {
    content: "root",
    problem: "the problem",
    config,
  });
  return { graph_id, root: root_node_id as string };
}

async function scored(graph_id: string | undefined, node_id: string | undefined, score: number) {
  emulator.answer(
    "got-reasoning-v1",
    JSON.stringify({ relevance: score, validity: score, depth: score, novelty: score }),
  );
  await ok("score", { graph_id, node_id });
  emulator.answer("got-reasoning-v1", goodAnswer);
}

beforeEach(() => emulator.answer("got-reasoning-v1", goodAnswer));

describe("limits", () => {
  test("no node lies deeper than max_depth, however it is made", async () => {
    const { graph_id, root } = await graphWith({ max_depth: 1 });
    const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 2 });
    const [one, two] = nodes.map(({ id }) => id);
    const complaint = (field: string) =>
      `Validation failed: ${field} - Node ${one} is at depth 1, the max_depth of this graph; nothing may follow it`;
    expect(await refused("generate", { graph_id, node_id: one })).toBe(complaint("node_id"));
    expect(await refused("refine", { graph_id, node_id: one })).toBe(complaint("node_id"));
    expect(await refused("aggregate", { graph_id, node_ids: [one, two] })).toBe(
      complaint("node_ids"),
    );
    expect(await ok("state", { graph_id })).toMatchObject({ node_count: 3, max_depth: 1 });
  });

  test("no node has more children than max_branches, even if asked for at once", async () => {
    const { graph_id, root: node_id } = await graphWith({ max_branches: 3 });
    const first = await ok<Generated>("generate", { graph_id, node_id, k: 2 });
    expect(first).toMatchObject({ count: 2 });
    const second = await ok<Generated>("generate", { graph_id, node_id, k: 5 });
    expect(second).toMatchObject({
      count: 1,
      notes: ["1 of 5 continuations: the max_branches of this graph leaves no room for more."],
    });
    expect(await refused("generate", { graph_id, node_id })).toMatch(
      /^Validation failed: node_id - The node has 3 children/,
    );

    const crowded = await graphWith({ max_branches: 4 });
    const calls = Array.from({ length: 6 }, () =>
      server.call("reasoning_got_generate", {
        graph_id: crowded.graph_id,
        node_id: crowded.root,
        k: 2,
      }),
    );
    await Promise.all(calls);
    expect(await ok("state", { graph_id: crowded.graph_id })).toMatchObject({
      node_count: 5,
      edge_count: 4,
    });
  });

  test("pruning makes room again", async () => {
    const { graph_id, root: node_id } = await graphWith({ max_branches: 1 });
    const { nodes } = await ok<Generated>("generate", { graph_id, node_id, k: 1 });
    await scored(graph_id, nodes[0]?.id, 0.1);
    expect(await ok("prune", { graph_id })).toMatchObject({ pruned_count: 1, threshold: 0.3 });
    expect(await ok<Generated>("generate", { graph_id, node_id, k: 1 })).toMatchObject({
      count: 1,
    });
  });
});

describe("pruning", () => {
  test("spares the root, terminal and unscored nodes, and those on the threshold", async () => {
    const { graph_id, root } = await graphWith({ prune_threshold: 0.5 });
    const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 4 });
    const [low, terminal, even] = nodes.map(({ id }) => id);
    for (const node of [root, low, terminal]) await scored(graph_id, node, 0.2);
    await scored(graph_id, even, 0.5);
    await ok("finalize", { graph_id, terminal_node_ids: [terminal] });
    const { session_id } = await ok("state", { graph_id });
    expect(await ok("prune", { graph_id })).toEqual({
      graph_id,
      session_id,
      threshold: 0.5,
      pruned_node_ids: [low],
      pruned_count: 1,
      remaining_nodes: 4,
    });
    expect(await ok("prune", { graph_id, threshold: 0.2 })).toMatchObject({
      pruned_count: 0,
      threshold: 0.2,
    });
    expect(await ok("state", { graph_id })).toMatchObject({
      node_count: 5,
      active_nodes: 4,
      terminal_nodes: 1,
    });
  });

  test("a pruned node is done with", async () => {
    const { graph_id, root } = await graphWith();
    const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 2 });
    const [low, other] = nodes.map(({ id }) => id);
    await scored(graph_id, low, 0);
    await ok("prune", { graph_id });
    const complaint = (field: string) => `Validation failed: ${field} - Node ${low} was pruned`;
    for (const tool of ["generate", "score", "refine"])
      expect(await refused(tool, { graph_id, node_id: low })).toBe(complaint("node_id"));
    expect(await refused("aggregate", { graph_id, node_ids: [other, low] })).toBe(
      complaint("node_ids"),
    );
    expect(await refused("finalize", { graph_id, terminal_node_ids: [low] })).toBe(
      complaint("terminal_node_ids"),
    );
  });
});

test.each([
  ["generate", "node_id"],
  ["score", "node_id"],
  ["refine", "node_id"],
  ["aggregate", "node_ids"],
])("%s adds nothing to a node that was pruned while the model thought", async (tool, field) => {
  const { graph_id, root } = await graphWith();
  const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 1 });
  const node = nodes[0]?.id;
  await scored(graph_id, node, 0);
  const before = await ok("state", { graph_id });
  const thinking = emulator.requests.length + 1;
  let reply: (text: string) => void = () => {};
  const replied = new Promise<string>((resolve) => (reply = resolve));
  emulator.answer("got-reasoning-v1", () => replied);
  const call = refused(tool, { graph_id, [field]: field === "node_id" ? node : [node] });
  await emulator.waitForRequest(thinking);
  await ok("prune", { graph_id });
  reply('{"thought": "Too late.", "nodes": ["x"], "score": 1}');
  expect(await call).toBe(`Validation failed: ${field} - Node ${node} was pruned`);
  expect(await ok("state", { graph_id })).toEqual({ ...before, active_nodes: 1 });
});

describe("finalizing", () => {
  test("takes the ends of the graph, best first, and then stays with them", async () => {
    const { graph_id, root } = await graphWith();
    const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 3 });
    const [one, two, three] = nodes.map(({ id }) => id);
    await scored(graph_id, two, 0.9);
    await scored(graph_id, one, 0.4);
    const expected = { terminal_node_ids: [two, one, three], count: 3 };
    expect(await ok("finalize", { graph_id })).toMatchObject(expected);
    await ok("generate", { graph_id, node_id: one, k: 1 });
    expect(await ok("finalize", { graph_id })).toMatchObject(expected);
  });

  test("a root alone is its own conclusion", async () => {
    const { graph_id, root } = await graphWith();
    expect(await ok("finalize", { graph_id })).toMatchObject({
      conclusions: [{ node_id: root, content: "root", score: null, depth: 0 }],
    });
  });
});

test("nodes named twice are merged once, and the merged node follows from each", async () => {
  const { graph_id, root } = await graphWith();
  const { nodes } = await ok<Generated>("generate", { graph_id, node_id: root, k: 2 });
  const ids = nodes.map(({ id }) => id);
  expect(await ok("aggregate", { graph_id, node_ids: [...ids, ...ids] })).toMatchObject({
    depth: 2,
    source_node_ids: ids,
  });
  expect(await ok("state", { graph_id })).toMatchObject({
    node_count: 4,
    edge_count: 4,
    has_cycle: false,
  });
});

test("the model gets the problem, the thought and its present continuations", async () => {
  const { graph_id, root } = await graphWith();
  await ok("generate", { graph_id, node_id: root, k: 1 });
  await ok("generate", { graph_id, node_id: root, k: 1, problem: "another problem" });
  const { user } = messagesOf(emulator.requests.at(-1)!);
  expect(user).toContain("<problem>\nanother problem\n</problem>");
  expect(user).toContain("<thought>\nroot\n</thought>");
  expect(user).toMatch(/<present_continuations>\n\S/);
});

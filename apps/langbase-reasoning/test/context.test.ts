import type { RecordedRequest } from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "./scripted-answers.ts";
import { langbaseEnv, PROVIDERS, startLangbase, startLocal } from "./start-reasoning.ts";

const BRANCHES = {
  thought: "Two ways lead on.",
  confidence: 0.8,
  branches: [
    { name: "alpha", content: "ALPHA over the pass.", confidence: 0.6 },
    { name: "beta", content: "BETA along the river.", confidence: 0.9 },
  ],
  recommended: "beta",
};

/** A model that answers every step with a new word, so that each thought can be told apart. */
function script() {
  let steps = 0;
  return (request: RecordedRequest) => {
    const { system } = messagesOf(request);
    if (system.startsWith("You explore a thought")) return JSON.stringify(BRANCHES);
    if (!system.startsWith("You reason in sequence")) return goodAnswer(request);
    steps += 1;
    return JSON.stringify({ thought: `STEP-${steps} was taken.`, confidence: 0.9 });
  };
}

const said = (request: RecordedRequest | undefined) =>
  request === undefined ? "" : messagesOf(request).user;
const threadOf = (request: RecordedRequest | undefined) =>
  (request?.body as { threadId?: string } | undefined)?.threadId;

describe.each(PROVIDERS)("with %s", (name, start) => {
  async function explore() {
    const { server, emulator } = await start();
    emulator.answer("*", script());
    const first = await server.callOk("reasoning_tree", { content: "Where to?" });
    const [alpha, beta] = (first["branches"] as { id: string }[]).map(({ id }) => id);
    const session_id = first["session_id"] as string;
    const focus = (branch_id: string | undefined) =>
      server.callOk("reasoning_tree_focus", { session_id, branch_id });
    const linear = (content: string) => server.callOk("reasoning_linear", { content, session_id });
    return { server, emulator, session_id, alpha, beta, focus, linear };
  }

  test("each branch is sent its own line, and nothing of the other", async () => {
    const { server, emulator, session_id, alpha, beta, focus, linear } = await explore();
    await server.callOk("reasoning_tree", { content: "On.", session_id, branch_id: alpha });
    await server.callOk("reasoning_tree", { content: "On.", session_id, branch_id: beta });
    const [, onAlpha, onBeta] = emulator.requests;
    expect(said(onAlpha)).toMatch(/Two ways lead on\.[\s\S]*ALPHA/);
    expect(said(onAlpha)).not.toContain("BETA");
    expect(said(onBeta)).toMatch(/Two ways lead on\.[\s\S]*BETA/);
    expect(said(onBeta)).not.toContain("ALPHA");
    expect([threadOf(onAlpha), threadOf(onBeta)]).toEqual([undefined, undefined]);

    await focus(beta);
    await linear("Next.");
    await focus(alpha);
    await linear("Next.");
    const [stepOnBeta, stepOnAlpha] = emulator.requests.slice(3);
    expect(said(stepOnBeta)).toContain("BETA");
    expect(said(stepOnBeta)).not.toContain("ALPHA");
    expect(said(stepOnAlpha)).toContain("ALPHA");
    expect(said(stepOnAlpha)).not.toMatch(/BETA|STEP/);
  });

  test("going back and forth continues each line where it was", async () => {
    const { emulator, alpha, beta, focus, linear } = await explore();
    await focus(alpha);
    await linear("One.");
    await focus(beta);
    await linear("Two.");
    await focus(alpha);
    await linear("Three.");
    const [first, second, third] = emulator.requests.slice(1);
    expect(said(first)).toContain("ALPHA");
    expect(said(second)).not.toMatch(/ALPHA|STEP-1/);
    expect(said(third)).not.toMatch(/BETA|STEP-2/);
    if (name === "langbase") {
      expect(threadOf(first)).toBeUndefined();
      expect(threadOf(second)).toBeUndefined();
      expect(threadOf(third)).toBe("thread-2");
      expect(said(third)).toBe("<content>\nThree.\n</content>");
    } else expect(said(third)).toMatch(/ALPHA[\s\S]*STEP-1/);
  });

  test("a backtrack sends the restored line in a new thread", async () => {
    const { server, emulator, session_id, alpha, focus, linear } = await explore();
    await focus(alpha);
    await linear("One.");
    const { checkpoint_id } = await server.callOk("reasoning_checkpoint_create", {
      session_id,
      name: "here",
    });
    await linear("Two.");
    await server.callOk("reasoning_backtrack", { checkpoint_id, new_direction: "Another way." });
    await linear("Three.");
    const [, , , back, after] = emulator.requests;
    expect(said(back)).toMatch(/ALPHA[\s\S]*STEP-1/);
    expect(said(back)).not.toMatch(/BETA|STEP-2/);
    expect(threadOf(back)).toBeUndefined();
    expect(said(after)).not.toMatch(/BETA|STEP-2/);
    if (name === "langbase") expect(threadOf(after)).toBe("thread-3");
    else expect(said(after)).toMatch(/ALPHA[\s\S]*STEP-1[\s\S]*STEP-3/);
  });

  test("a reflection gets the line that leads to its thought, whichever branch is active", async () => {
    const { server, emulator, alpha, beta, focus, linear } = await explore();
    await focus(alpha);
    const { thought_id } = await linear("One.");
    await focus(beta);
    await server.callOk("reasoning_reflection", { thought_id });
    const request = emulator.requests.at(-1);
    expect(said(request)).toMatch(/ALPHA[\s\S]*<reasoning>\nSTEP-1/);
    expect(said(request)).not.toContain("BETA");
    expect(threadOf(request)).toBeUndefined();
  });

  test("requests about a graph carry problem, root and path, and no thread", async () => {
    const { server, emulator } = await start();
    const { graph_id, root_node_id, session_id } = await server.callOk("reasoning_got_init", {
      content: "ROOT idea",
      problem: "PROBLEM to solve",
    });
    const generate = async (node_id: unknown) => {
      const made = await server.callOk("reasoning_got_generate", { graph_id, node_id, k: 2 });
      return (made["nodes"] as { id: string }[]).map(({ id }) => id);
    };
    let texts = 0;
    emulator.answer("*", (request) => {
      if (!said(request).startsWith("Operation: generate")) return goodAnswer(request);
      texts += 2;
      return JSON.stringify({
        nodes: [{ content: `NODE-${texts - 1}` }, { content: `NODE-${texts}` }],
      });
    });
    const [first, second] = await generate(root_node_id);
    const [third] = await generate(first);
    await server.callOk("reasoning_got_score", { graph_id, node_id: third });
    await server.callOk("reasoning_got_refine", { graph_id, node_id: third });
    await server.callOk("reasoning_got_aggregate", { graph_id, node_ids: [third, second] });
    expect(emulator.requests.map((request) => said(request))).toEqual([
      "Operation: generate. Give 2 continuations.\n\n<problem>\nPROBLEM to solve\n</problem>\n\n<thought>\nROOT idea\n</thought>",
      "Operation: generate. Give 2 continuations.\n\n<problem>\nPROBLEM to solve\n</problem>\n\n<root>\nROOT idea\n</root>\n\n<thought>\nNODE-1\n</thought>",
      "Operation: score.\n\n<problem>\nPROBLEM to solve\n</problem>\n\n<root>\nROOT idea\n</root>\n\n<path>\n1. NODE-1\n</path>\n\n<thought>\nNODE-3\n</thought>",
      "Operation: refine.\n\n<problem>\nPROBLEM to solve\n</problem>\n\n<root>\nROOT idea\n</root>\n\n<path>\n1. NODE-1\n</path>\n\n<thought>\nNODE-3\n</thought>",
      "Operation: aggregate.\n\n<problem>\nPROBLEM to solve\n</problem>\n\n<root>\nROOT idea\n</root>\n\n<path>\n1. NODE-1\n</path>\n\n<thought>\nNODE-3\n</thought>\n\n<thought>\nNODE-2\n</thought>",
    ]);
    expect(emulator.requests.map(threadOf)).toEqual(emulator.requests.map(() => undefined));
    expect(session_id).toEqual(expect.any(String));
  });

  test("pruning takes what follows only from pruned nodes", async () => {
    const { server, emulator } = await start();
    emulator.answer("*", (request) =>
      said(request).startsWith("Operation: score")
        ? JSON.stringify({ relevance: 0, validity: 0, depth: 0, novelty: 0, rationale: "Bad." })
        : goodAnswer(request),
    );
    const { graph_id, root_node_id } = await server.callOk("reasoning_got_init", { content: "x" });
    const generate = async (node_id: unknown) => {
      const made = await server.callOk("reasoning_got_generate", { graph_id, node_id, k: 2 });
      return (made["nodes"] as { id: string }[]).map(({ id }) => id);
    };
    const [bad, good] = await generate(root_node_id);
    const [child, other] = await generate(bad);
    const merge = await server.callOk("reasoning_got_aggregate", {
      graph_id,
      node_ids: [other, good],
    });
    await server.callOk("reasoning_got_score", { graph_id, node_id: bad });
    expect(await server.callOk("reasoning_got_prune", { graph_id })).toMatchObject({
      pruned_node_ids: [bad, child, other],
      remaining_nodes: 3,
      notes: ["2 nodes of these followed only from pruned nodes."],
    });
    const { terminal_node_ids } = await server.callOk("reasoning_got_finalize", { graph_id });
    expect(terminal_node_ids).toEqual([merge["node_id"]]);
  });
});

test("calls that meet on one line never make a thread forget a thought", async () => {
  const emulator = await startLangbase();
  const server = await startLocal({ env: langbaseEnv(emulator) });
  emulator.answer("*", script());
  const { session_id } = await server.callOk("reasoning_linear", { content: "Begin." });
  let waiting: (() => void)[] = [];
  const step = script();
  emulator.answer("*", async (request) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const wake of waiting.splice(0)) wake();
    });
    return step(request).replace("STEP", "LATER");
  });
  await Promise.all(
    ["Left.", "Right."].map((content) =>
      server.callOk("reasoning_linear", { content, session_id }),
    ),
  );
  waiting = [];
  emulator.answer("*", step);
  await server.callOk("reasoning_linear", { content: "On.", session_id });
  const last = said(emulator.requests.at(-1));
  // The thread knows one of the two for certain; the other one must be in the request.
  expect(last).toContain("LATER-");
});

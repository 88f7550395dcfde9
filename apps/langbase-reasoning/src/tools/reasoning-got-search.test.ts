import { describe, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "../../test/scripted-answers.ts";
import { PROVIDERS, startLocal } from "../../test/start-reasoning.ts";

type Searched = {
  best: { content: string; score: number; depth: number; path: string[] };
  stopped_by: string;
  calls: number;
  levels: number;
  graph_id: string;
  nodes_scored: number;
};

const said = (request: Parameters<typeof messagesOf>[0]) => messagesOf(request).user;

describe.each(PROVIDERS)("a search with %s", (_name, start) => {
  test("rates a level in one call, keeps to its budget and leaves the graph behind", async () => {
    const { server, emulator } = await start();
    let level = 0;
    emulator.answer("*", (request) => {
      const user = said(request);
      if (!user.startsWith("Operation: score"))
        return goodAnswer(request).replaceAll(
          "Continuation",
          `Thought ${emulator.requests.length}.`,
        );
      level += 1;
      const count = [...user.matchAll(/<thought_\d+>/g)].length;
      const ratings = Array.from({ length: count }, (_, index) => ({
        item: index + 1,
        score: (level + index / 10) / 10,
      }));
      return JSON.stringify({ ratings });
    });
    const found = await server.callOk<Searched>("reasoning_got_search", {
      problem: "Find the best.",
      width: 2,
      k: 3,
      max_depth: 10,
      budget_calls: 8,
    });
    expect(found).toMatchObject({ stopped_by: "budget", calls: 8, levels: 3 });
    expect(found.best.path).toHaveLength(3);
    expect(emulator.requests.map((request) => said(request).slice(11, 19))).toEqual([
      "generate",
      "score. R",
      "generate",
      "generate",
      "score. R",
      "generate",
      "generate",
      "score. R",
    ]);
    expect(await server.callOk("reasoning_got_state", { graph_id: found.graph_id })).toMatchObject({
      node_count: 1 + found.nodes_scored,
      terminal_nodes: 1,
    });
  });

  test("stops when nothing improves", async () => {
    const { server, emulator } = await start();
    emulator.answer("*", (request) => {
      if (!said(request).startsWith("Operation: score"))
        return goodAnswer(request).replaceAll("Continuation", `T${emulator.requests.length}`);
      const ratings = Array.from({ length: 10 }, (_, index) => ({ item: index + 1, score: 0.4 }));
      return JSON.stringify({
        ratings: ratings.slice(0, [...said(request).matchAll(/<thought_\d+>/g)].length),
      });
    });
    expect(
      await server.callOk("reasoning_got_search", { problem: "p", patience: 2, width: 1 }),
    ).toMatchObject({ stopped_by: "no_improvement", levels: 3, calls: 6 });
  });
});

test("without a model it says how to configure one", async () => {
  const server = await startLocal();
  const result = await server.callError("reasoning_got_search", { problem: "p" });
  expect(result.structuredContent).toMatchObject({ error: { type: "LangbaseUnavailable" } });
});

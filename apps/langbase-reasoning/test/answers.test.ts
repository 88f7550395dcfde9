import { resultText } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { goodAnswer, messagesOf } from "./scripted-answers.ts";
import { PROVIDERS, startCompatible, startReasoning } from "./start-reasoning.ts";

const json = (value: object) => JSON.stringify(value);

describe.each(PROVIDERS)("answers that are not what was asked for, from %s", (_name, start) => {
  async function answering(said: string) {
    const { server, emulator } = await start();
    const { graph_id, root_node_id: node_id } = await server.callOk("reasoning_got_init", {
      content: "root",
    });
    emulator.answer("*", said);
    return { server, emulator, graph_id, node_id };
  }

  test.each([
    ["an English refusal", "I'm sorry, but I can't help with that request."],
    ["a Chinese refusal", "抱歉，我无法回答这个问题。"],
    ["a refusal in JSON", json({ thought: "I cannot assist with that.", confidence: 0.9 })],
    ["a web page", "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>"],
    ["an empty object", "{}"],
    ["an empty thought", json({ thought: null, confidence: 0.9 })],
    ["foreign keys", json({ weather: "fine" })],
    [
      "the example of the prompt",
      json({ thought: "the next step of the reasoning, complete in itself", confidence: 0.85 }),
    ],
  ])("%s is refused, and nothing is stored", async (_what, said) => {
    const { server } = await answering(said);
    const { session_id } = await server.callOk("reasoning_got_init", { content: "x" });
    const result = await server.callError("reasoning_linear", { content: "x", session_id });
    expect(result.structuredContent).toMatchObject({ error: { type: "ApiError" } });
    expect(resultText(result)).toContain("nothing was stored");
    expect(await server.callOk("reasoning_reflection_evaluate", { session_id })).toMatchObject({
      thought_count: 0,
    });
  });

  test.each([
    [
      "a percentage",
      json({ thought: "a", confidence: 85 }),
      0.85,
      "The model's 85 was read as 0.85.",
    ],
    [
      "a word",
      json({ thought: "a", confidence: "high" }),
      0.8,
      "The model's “high” is no number from 0 to 1.",
    ],
    ["an overshoot", json({ thought: "a", confidence: 1.1 }), 1, "The model's 1.1 was read as 1."],
    ["nothing", json({ thought: "a" }), 0.8, "The model gave no confidence; 0.8 stands for it."],
    [
      "a cut object",
      '{"confidence": 0.4, "thought": "It was cut o',
      0.4,
      "The model's answer was cut off; its end is missing.",
    ],
  ])("a confidence given as %s is said", async (_what, said, confidence, note) => {
    const { server } = await answering(said);
    expect(await server.callOk("reasoning_linear", { content: "x" })).toMatchObject({
      confidence,
      notes: expect.arrayContaining([note]),
    });
  });

  test("thinking without an answer is refused", async () => {
    const { server } = await answering("<think>Perhaps a");
    const result = await server.callError("reasoning_linear", { content: "x" });
    expect(result.structuredContent).toMatchObject({ error: { type: "ApiError" } });
  });

  const branches = [
    { name: "low", content: "Go low.", confidence: 0.9 },
    { name: "high", content: "Go high.", confidence: 0.2 },
  ];

  test.each([
    [1, "low"],
    ["2", "high"],
    ["Branch 2", "high"],
    ["Go high.", "high"],
    ["the high road", "high"],
  ])("a branch recommended as %j is found", async (recommended, name) => {
    const { server } = await answering(
      json({ thought: "t", confidence: 0.8, branches, recommended }),
    );
    const result = await server.callOk("reasoning_tree", { content: "x" });
    const listed = result["branches"] as { id: string; name: string }[];
    expect(listed.find(({ id }) => id === result["recommended_branch"])?.name).toBe(name);
    expect(result).not.toHaveProperty("notes");
  });

  test("a recommended branch that does not exist is said", async () => {
    const { server } = await answering(
      json({ thought: "t", confidence: 0.8, branches, recommended: "middle" }),
    );
    expect(await server.callOk("reasoning_tree", { content: "x" })).toMatchObject({
      notes: ["The model recommended “middle”, which is none of its branches."],
    });
  });

  test("ratings from 0 to 10 are divided; no ratings are no score", async () => {
    const { server, emulator, graph_id, node_id } = await answering(
      json({ relevance: 9, validity: 3, depth: 5, novelty: 2, rationale: "r" }),
    );
    expect(await server.callOk("reasoning_got_score", { graph_id, node_id })).toMatchObject({
      score: 0.475,
      notes: ["The model rated from 0 to 10; its ratings were divided by 10."],
    });
    emulator.answer("*", json({ rationale: "I would rather not." }));
    expect(
      resultText(await server.callError("reasoning_got_score", { graph_id, node_id })),
    ).toContain("did not rate the node");
  });

  test("likelihoods in another order are put where they belong", async () => {
    const { server } = await answering(
      json({
        likelihoods: [
          { description: "second", likelihood_if_true: 0.1, likelihood_if_false: 0.9 },
          { description: "first", likelihood_if_true: 0.8, likelihood_if_false: 0.2 },
        ],
      }),
    );
    expect(
      await server.callOk("reasoning_probabilistic", {
        hypothesis: "h",
        prior: 0.5,
        evidence: [{ description: "first" }, { description: "second" }],
      }),
    ).toMatchObject({
      update_steps: [{ likelihood_if_true: 0.8 }, { likelihood_if_true: 0.1 }],
    });
  });

  test("repeated continuations become one node, a list in prose several", async () => {
    const { server, emulator, graph_id, node_id } = await answering(
      json({ nodes: [{ content: "Same." }, { content: "same" }, { content: "Same!" }] }),
    );
    expect(await server.callOk("reasoning_got_generate", { graph_id, node_id })).toMatchObject({
      count: 1,
      notes: [
        "2 continuations repeated another one and were left out.",
        "1 of 3 continuations: the model gave no more.",
      ],
    });
    emulator.answer("*", "Three ways:\n1. Go north.\n2. Go south.\n3. Wait.");
    expect(await server.callOk("reasoning_got_generate", { graph_id, node_id })).toMatchObject({
      nodes: [{ content: "Go north." }, { content: "Go south." }, { content: "Wait." }],
      notes: ["The model answered in prose instead of JSON."],
    });
  });

  test("missing perspectives are said", async () => {
    const { server } = await answering(
      json({ thought: "t", confidence: 0.7, perspectives: [{ viewpoint: "one" }], synthesis: "s" }),
    );
    expect(
      await server.callOk("reasoning_divergent", { content: "x", num_perspectives: 5 }),
    ).toMatchObject({
      perspectives: [{ viewpoint: "one", novelty_score: null }],
      notes: ["The model gave 1 of 5 perspectives."],
    });
  });
});

describe("an answer that was cut off", () => {
  test("is asked for once more with more room", async () => {
    const { server, emulator } = await startCompatible();
    emulator.answer(
      "*",
      { text: '{"thought": "It was cut o', incomplete: "max_output_tokens" },
      json({ thought: "It is whole.", confidence: 0.9 }),
    );
    expect(await server.callOk("reasoning_linear", { content: "x" })).toMatchObject({
      content: "It is whole.",
    });
    expect(
      emulator.requests.map(({ body }) => (body as { max_tokens?: number }).max_tokens),
    ).toEqual([undefined, 16_000]);
  });

  test("is refused when it is cut off again, or when the pipe sets the limit", async () => {
    const { server, emulator } = await startCompatible();
    emulator.answer("*", { text: '{"thought": "It was', incomplete: "max_output_tokens" });
    expect(resultText(await server.callError("reasoning_linear", { content: "x" }))).toContain(
      "was cut off at 16000 tokens",
    );
    const langbase = await startReasoning();
    langbase.emulator.answer("*", { text: '{"thought": "It was', finish: "length" });
    expect(
      resultText(await langbase.server.callError("reasoning_linear", { content: "x" })),
    ).toContain("linear-reasoning-v1 was cut off at its max_tokens");
    expect(langbase.emulator.requests).toHaveLength(1);
  });
});

describe("structured output", () => {
  test("is asked for by the form of the answer", async () => {
    const { server, emulator } = await startCompatible();
    await server.callOk("reasoning_linear", { content: "x" });
    expect(emulator.requests[0]?.body).toMatchObject({
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "reasoning_linear",
          schema: { required: ["thought", "confidence"], additionalProperties: false },
        },
      },
    });
  });

  test("is left out for a server that turns it down", async () => {
    const { server, emulator } = await startCompatible();
    emulator.answer("*", (request) =>
      "response_format" in (request.body as object)
        ? { wire: (response) => void response.writeHead(400).end('{"error": {"message": "No."}}') }
        : goodAnswer(request),
    );
    for (const content of ["one", "two"]) await server.callOk("reasoning_linear", { content });
    expect(emulator.requests.map(({ body }) => "response_format" in (body as object))).toEqual([
      true,
      false,
      false,
    ]);
    expect(messagesOf(emulator.requests[1]!).user).toContain("one");
  });
});

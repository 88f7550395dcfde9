import { randomUUID } from "node:crypto";
import { resultText } from "@faculties/testkit";
import { ReasoningErrorPayload } from "@faculties/schemas/langbase-reasoning/reasoning-error";
import { describe, expect, test } from "vitest";
import { startReasoning } from "./start-reasoning.ts";

const { server } = await startReasoning();
const unknown = randomUUID();

async function refusal(tool: string, args: object) {
  const result = await server.callError(tool, { ...args });
  const { error } = ReasoningErrorPayload.parse(result.structuredContent);
  const prefix = error.type === "Validation" ? "" : `${error.type}: `;
  expect(resultText(result)).toBe(`Error: ${prefix}${error.message}`);
  return error;
}

describe("arguments that do not fit the schema", () => {
  test.each([
    ["reasoning_linear", {}, "content"],
    ["reasoning_linear", { content: "x", confidence: 1.1 }, "confidence"],
    ["reasoning_linear", { content: 7 }, "content"],
    ["reasoning_tree", { content: "x", max_branches: 1 }, "max_branches"],
    ["reasoning_tree", { content: "x", max_branches: 11 }, "max_branches"],
    ["reasoning_tree_focus", { session_id: "s" }, "branch_id"],
    ["reasoning_tree_list", {}, "session_id"],
    ["reasoning_tree_complete", { session_id: "s", branch_id: "b", state: "active" }, "state"],
    ["reasoning_divergent", { content: "x", num_perspectives: 1.5 }, "num_perspectives"],
    ["reasoning_divergent", { content: "x", constraints: "none" }, "constraints"],
    ["reasoning_reflection", {}, "content"],
    ["reasoning_reflection", { content: "x", max_iterations: 6 }, "max_iterations"],
    ["reasoning_reflection_evaluate", { session_id: 3 }, "session_id"],
    ["reasoning_auto", { content: "x", hints: [1] }, "hints.0"],
    ["reasoning_checkpoint_create", { session_id: "s", name: " " }, "name"],
    ["reasoning_checkpoint_list", {}, "session_id"],
    ["reasoning_backtrack", {}, "checkpoint_id"],
    ["reasoning_got_init", { content: "x", config: { max_depth: 0 } }, "config.max_depth"],
    [
      "reasoning_got_init",
      { content: "x", config: { prune_threshold: 2 } },
      "config.prune_threshold",
    ],
    ["reasoning_got_generate", { graph_id: "g", node_id: "n", k: 0 }, "k"],
    ["reasoning_got_score", { graph_id: "g" }, "node_id"],
    ["reasoning_got_aggregate", { graph_id: "g", node_ids: [] }, "node_ids"],
    ["reasoning_got_refine", { node_id: "n" }, "graph_id"],
    ["reasoning_got_prune", { graph_id: "g", threshold: -0.1 }, "threshold"],
    ["reasoning_got_finalize", { graph_id: "g", terminal_node_ids: "n" }, "terminal_node_ids"],
    ["reasoning_got_state", {}, "graph_id"],
    ["reasoning_detect_biases", {}, "content"],
    ["reasoning_detect_biases", { content: "x", check_types: "all" }, "check_types"],
    ["reasoning_detect_fallacies", { content: "x", check_formal: "perhaps" }, "check_formal"],
    [
      "reasoning_detect_fallacies",
      { content: "x", check_formal: false, check_informal: false },
      "check_formal",
    ],
    ["reasoning_make_decision", { question: "q", alternatives: ["a"] }, "alternatives"],
    ["reasoning_make_decision", { question: "q", alternatives: ["a", "a"] }, "alternatives"],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: ["a", "b"], method: "dice" },
      "method",
    ],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: [...Array(101).keys()].map(String), method: "pairwise" },
      "alternatives",
    ],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: ["a", "b"], criteria: [{ weight: 1 }] },
      "criteria.0.name",
    ],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: ["a", "b"], scores: { a: { c: "high" } } },
      "scores.a.c",
    ],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: ["a", "b"], scores: { a: { c: 1 } } },
      "scores.b.c",
    ],
    ["reasoning_analyze_perspectives", { topic: "" }, "topic"],
    [
      "reasoning_analyze_perspectives",
      { topic: "t", stakeholders: [{ name: "n", power_level: 3 }] },
      "stakeholders.0.power_level",
    ],
    ["reasoning_assess_evidence", { claim: "c", evidence: [] }, "evidence"],
    [
      "reasoning_assess_evidence",
      { claim: "c", evidence: [{ content: "e", source_type: "survey" }] },
      "evidence.0.source_type",
    ],
    [
      "reasoning_probabilistic",
      { hypothesis: "h", prior: 1.01, evidence: [{ description: "e" }] },
      "prior",
    ],
    [
      "reasoning_probabilistic",
      { hypothesis: "h", prior: 0.5, evidence: [{}] },
      "evidence.0.description",
    ],
    ["reasoning_preset_list", { category: "code", more: true }, "more"],
    ["reasoning_preset_run", { preset_id: "nope" }, "preset_id"],
    ["reasoning_preset_run", { preset_id: "code-review" }, "inputs.code"],
    [
      "reasoning_preset_run",
      { preset_id: "code-review", inputs: { code: "x" }, extra: 1 },
      "extra",
    ],
  ])("%s %j: %s", async (tool, args, field) => {
    const error = await refusal(tool, args);
    expect(error).toMatchObject({ type: "Validation", field });
    expect(error.message).toMatch(
      new RegExp(`^Validation failed: ${field.replaceAll(".", "\\.")} - \\S`),
    );
  });

  test("the contract's own example", async () => {
    const result = await server.callError("reasoning_linear", { content: "  " });
    expect(result).toMatchObject({
      content: [
        { type: "text", text: "Error: Validation failed: content - Content cannot be empty" },
      ],
      isError: true,
    });
  });

  test("numbers and booleans may come as text", async () => {
    expect(
      await server.callOk("reasoning_tree", { content: "x", max_branches: "2", confidence: "0.5" }),
    ).toMatchObject({ branches_explored: 2 });
  });
});

describe("ids that name nothing", () => {
  const session = { session_id: unknown };
  test.each([
    ["reasoning_linear", { content: "x", ...session }],
    ["reasoning_tree", { content: "x", ...session }],
    ["reasoning_tree_focus", { ...session, branch_id: "b" }],
    ["reasoning_tree_list", session],
    ["reasoning_tree_complete", { ...session, branch_id: "b", state: "completed" }],
    ["reasoning_divergent", { content: "x", ...session }],
    ["reasoning_reflection", { content: "x", ...session }],
    ["reasoning_reflection_evaluate", session],
    ["reasoning_auto", { content: "x", ...session }],
    ["reasoning_checkpoint_create", { ...session, name: "n" }],
    ["reasoning_checkpoint_list", session],
    ["reasoning_backtrack", { checkpoint_id: "c", ...session }],
    ["reasoning_got_init", { content: "x", ...session }],
    ["reasoning_detect_biases", { content: "x", ...session }],
    ["reasoning_detect_fallacies", { content: "x", ...session }],
    ["reasoning_make_decision", { question: "q", alternatives: ["a", "b"], ...session }],
    [
      "reasoning_make_decision",
      { question: "q", alternatives: ["a", "b"], scores: { a: { c: 1 }, b: { c: 0 } }, ...session },
    ],
    ["reasoning_analyze_perspectives", { topic: "t", ...session }],
    ["reasoning_assess_evidence", { claim: "c", evidence: [{ content: "e" }], ...session }],
    [
      "reasoning_probabilistic",
      { hypothesis: "h", prior: 0.5, evidence: [{ description: "e" }], ...session },
    ],
    ["reasoning_preset_run", { preset_id: "code-review", inputs: { code: "x" }, ...session }],
  ])("%s knows no such session", async (tool, args) => {
    expect(await refusal(tool, args)).toMatchObject({
      type: "SessionNotFound",
      message: `Session not found: ${unknown}`,
      id: unknown,
    });
  });

  test.each([
    ["reasoning_reflection", { thought_id: unknown }, "ThoughtNotFound"],
    ["reasoning_detect_biases", { thought_id: unknown }, "ThoughtNotFound"],
    ["reasoning_detect_fallacies", { thought_id: unknown }, "ThoughtNotFound"],
    ["reasoning_tree", { content: "x", branch_id: unknown }, "BranchNotFound"],
    ["reasoning_backtrack", { checkpoint_id: unknown }, "CheckpointNotFound"],
    ["reasoning_got_generate", { graph_id: unknown, node_id: "n" }, "GraphNotFound"],
    ["reasoning_got_score", { graph_id: unknown, node_id: "n" }, "GraphNotFound"],
    ["reasoning_got_aggregate", { graph_id: unknown, node_ids: ["n"] }, "GraphNotFound"],
    ["reasoning_got_refine", { graph_id: unknown, node_id: "n" }, "GraphNotFound"],
    ["reasoning_got_prune", { graph_id: unknown }, "GraphNotFound"],
    ["reasoning_got_finalize", { graph_id: unknown }, "GraphNotFound"],
    ["reasoning_got_state", { graph_id: unknown }, "GraphNotFound"],
  ])("%s %j: %s", async (tool, args, type) => {
    expect(await refusal(tool, args)).toMatchObject({
      type,
      message: expect.stringContaining(unknown),
    });
  });

  test("ids of another session or graph are not found either", async () => {
    const { session_id: other } = await server.callOk("reasoning_linear", { content: "other" });
    const tree = await server.callOk("reasoning_tree", { content: "mine" });
    const { session_id, branch_id, thought_id } = tree;
    const { checkpoint_id } = await server.callOk("reasoning_checkpoint_create", {
      session_id,
      name: "c",
    });
    const refused = async (tool: string, args: object) => (await refusal(tool, args)).type;
    expect(await refused("reasoning_tree_focus", { session_id: other, branch_id })).toBe(
      "BranchNotFound",
    );
    expect(
      await refused("reasoning_tree_complete", {
        session_id: other,
        branch_id,
        state: "completed",
      }),
    ).toBe("BranchNotFound");
    expect(await refused("reasoning_tree", { content: "x", session_id: other, branch_id })).toBe(
      "BranchNotFound",
    );
    expect(await refused("reasoning_reflection", { session_id: other, thought_id })).toBe(
      "ThoughtNotFound",
    );
    expect(await refused("reasoning_detect_biases", { session_id: other, thought_id })).toBe(
      "ThoughtNotFound",
    );
    expect(await refused("reasoning_backtrack", { session_id: other, checkpoint_id })).toBe(
      "CheckpointNotFound",
    );
    const graphs = [
      await server.callOk("reasoning_got_init", { content: "one" }),
      await server.callOk("reasoning_got_init", { content: "two" }),
    ];
    const [graph_id, node_id] = [graphs[0]?.["graph_id"], graphs[1]?.["root_node_id"]];
    expect(await refused("reasoning_got_generate", { graph_id, node_id })).toBe("NodeNotFound");
    expect(await refused("reasoning_got_score", { graph_id, node_id })).toBe("NodeNotFound");
    expect(await refused("reasoning_got_refine", { graph_id, node_id })).toBe("NodeNotFound");
    expect(await refused("reasoning_got_aggregate", { graph_id, node_ids: [node_id] })).toBe(
      "NodeNotFound",
    );
    expect(
      await refused("reasoning_got_finalize", { graph_id, terminal_node_ids: [node_id] }),
    ).toBe("NodeNotFound");
  });
});

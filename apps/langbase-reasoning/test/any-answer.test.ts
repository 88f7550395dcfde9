import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { startReasoning } from "./start-reasoning.ts";

const { server, emulator } = await startReasoning();
const { session_id } = await server.callOk("reasoning_linear", { content: "start" });
const { graph_id, root_node_id: node_id } = await server.callOk("reasoning_got_init", {
  content: "root",
  session_id,
  config: { max_branches: 10_000 },
});
const { checkpoint_id } = await server.callOk("reasoning_checkpoint_create", {
  session_id,
  name: "c",
});

const CALLS: Record<string, Record<string, unknown>> = {
  reasoning_linear: { content: "x" },
  reasoning_tree: { content: "x" },
  reasoning_divergent: { content: "x" },
  reasoning_reflection: { content: "x", max_iterations: 2 },
  reasoning_reflection_evaluate: { session_id },
  reasoning_auto: { content: "x" },
  reasoning_backtrack: { checkpoint_id, new_direction: "y" },
  reasoning_got_generate: { graph_id, node_id },
  reasoning_got_score: { graph_id, node_id },
  reasoning_got_aggregate: { graph_id, node_ids: [node_id] },
  reasoning_got_refine: { graph_id, node_id },
  reasoning_detect_biases: { content: "x" },
  reasoning_detect_fallacies: { content: "x" },
  reasoning_make_decision: { question: "q", alternatives: ["A", "B"], method: "pairwise" },
  reasoning_analyze_perspectives: { topic: "t", stakeholders: [{ name: "A" }] },
  reasoning_assess_evidence: { claim: "c", evidence: [{ content: "e" }] },
  reasoning_probabilistic: { hypothesis: "h", prior: 0.5, evidence: [{ description: "e" }] },
};

/** The keys of the answers, so that many of the values end up in harmful places. */
const KEYS =
  `thought confidence branches recommended perspectives synthesis viewpoint novelty_score strengths weaknesses
  recommendations improved_reasoning reasoning_quality recommended_mode mode rationale complexity alternative_modes nodes
  continuations content relevance validity depth novelty score critique detections bias_type fallacy_type category severity
  explanation excerpt argument_validity overall_assessment criteria name weight scores A B judgements criterion left right
  ratio rankings alternative trade_offs between description stakeholders power_level interest_level engagement conflicts
  issue alignments area overall_credibility evidence_assessments source_credibility notes likelihoods likelihood_if_true
  likelihood_if_false __proto__ constructor`.split(/\s+/);
const key = fc.constantFrom(...KEYS);
const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    1,
    -7,
    1e308,
    0.3,
    "",
    " ",
    "A",
    "B",
    "tree",
    "80%",
    "4/5",
    "-1",
    "\u0000",
    "\ud800",
  ),
  fc.double(),
  fc.string(),
);
const { answer } = fc.letrec<{ value: unknown; answer: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: "value" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    tie("answer"),
  ),
  answer: fc
    .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 8, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries)),
}));

beforeEach(() => emulator.answer("*", "{}"));

test.each(Object.entries(CALLS))("%s takes any JSON for an answer", async (tool, args) => {
  await fc.assert(
    fc.asyncProperty(answer, async (said) => {
      emulator.answer("*", JSON.stringify(said));
      const { isError, structuredContent } = await server.call(tool, args);
      if (!isError) return;
      expect(structuredContent).toMatchObject({ error: { type: "ApiError" } });
    }),
    { numRuns: 15 },
  );
});

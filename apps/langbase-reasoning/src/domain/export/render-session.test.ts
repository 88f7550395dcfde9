import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";
import { renderMermaid } from "./render-mermaid.ts";
import type { SessionRecord } from "./session-record.ts";

const at = "2026-01-01T00:00:00.000Z";
const common = { session_id: "s", created_at: at, metadata: null };
const node = (id: string, fields: object) => ({
  id,
  graph_id: "g",
  content: id,
  node_type: "thought" as const,
  score: null,
  depth: 0,
  is_active: true,
  is_terminal: false,
  created_at: at,
  ...fields,
});

const record: SessionRecord = {
  session: {
    id: "s",
    mode: "tree",
    created_at: at,
    updated_at: at,
    metadata: null,
    active_branch_id: "b1",
  },
  thoughts: [
    {
      ...common,
      id: "1",
      content: 'Say "hi" to <b>\n& #go',
      confidence: 0.8,
      mode: "linear",
      parent_id: null,
      branch_id: null,
    },
    {
      ...common,
      id: "2",
      content: "x".repeat(100),
      confidence: 0.123456,
      mode: "tree",
      parent_id: "1",
      branch_id: "b1",
    },
    {
      ...common,
      id: "3",
      content: "later",
      confidence: 1,
      mode: "linear",
      parent_id: "gone",
      branch_id: "b2",
    },
  ],
  branches: [
    {
      id: "b1",
      session_id: "s",
      name: "main",
      parent_id: null,
      state: "active",
      confidence: 1,
      priority: 0,
      created_at: at,
      updated_at: at,
    },
    {
      id: "b2",
      session_id: "s",
      name: null,
      parent_id: "b1",
      state: "abandoned",
      confidence: 1,
      priority: 0,
      created_at: at,
      updated_at: at,
    },
    {
      id: "b3",
      session_id: "s",
      name: "empty",
      parent_id: "b1",
      state: "active",
      confidence: 1,
      priority: 0,
      created_at: at,
      updated_at: at,
    },
  ],
  checkpoints: [
    {
      id: "c",
      session_id: "s",
      branch_id: null,
      name: "here",
      description: null,
      created_at: at,
      thought_count: 1,
      branch_count: 0,
      graph_count: 0,
    },
  ],
  graphs: [
    {
      id: "g",
      problem: "P",
      config: { max_depth: 1, max_branches: 1, prune_threshold: 0.3 },
      abandoned_on: null,
      nodes: [
        node("n1", {}),
        node("n2", { depth: 1, score: 0.5, is_terminal: true }),
        node("n3", { depth: 1, is_active: false }),
      ],
      edges: [
        {
          id: "e1",
          graph_id: "g",
          from_node: "n1",
          to_node: "n2",
          edge_type: "generates",
          weight: 1,
          created_at: at,
        },
        {
          id: "e2",
          graph_id: "g",
          from_node: "n1",
          to_node: "n3",
          edge_type: "refines",
          weight: 1,
          created_at: at,
        },
      ],
    },
  ],
  detections: [
    {
      ...common,
      id: "d",
      thought_id: null,
      detection_type: "bias",
      name: "anchoring_bias",
      severity: 2,
      confidence: 0.5,
      explanation: "Why",
      remediation: null,
      excerpt: "first\nprice",
    },
  ],
  preset_runs: [
    {
      id: "p",
      preset_id: "code-review",
      status: "failed",
      results: { biases: {} },
      error: "Step 'x' failed",
      created_at: at,
    },
  ],
  invocations: [],
};

test("Markdown tells everything in order", () => {
  expect(renderMarkdown(record)).toBe(`# Session s

Mode tree, begun ${at}, last used ${at}.

## Thoughts

1. *linear, 0.8*

   Say "hi" to <b>
   & #go

## Branch main (active)

1. *tree, 0.123*

   ${"x".repeat(100)}

## Branch b2 (abandoned)

1. *linear, 1*

   later

## Checkpoints

- here, ${at} (\`c\`)

## Graph P

- n1 (unscored)
  - n2 (0.5, conclusion)
  - n3 (unscored, pruned)

3 nodes, 2 edges.

## Biases and fallacies

- **anchoring_bias**, severity 2: Why “first price”

## Presets

- code-review: failed, biases. Step 'x' failed
`);
});

test("Mermaid draws it, with labels that cannot break out", () => {
  expect(renderMermaid(record)).toBe(`flowchart TD
  t1["linear 0.8: Say #34;hi#34; to #60;b#62; #38; #35;go"]
  subgraph b1["main (active)"]
    t2["tree 0.123: ${"x".repeat(68)}…"]
  end
  subgraph b2["branch (abandoned)"]
    t3["linear 1: later"]
  end
  t1 --> t2
  subgraph g1["P"]
    t4("n1")
    t5(["0.5: n2"])
    t6("pruned: n3")
  end
  t4 -- generates --> t5
  t4 -- refines --> t6
`);
});

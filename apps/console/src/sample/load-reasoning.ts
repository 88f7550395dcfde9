import type { CallTool } from "./load-sample.ts";

export async function loadReasoning(call: CallTool): Promise<void> {
  await growTree(call);
  await growGraph(call);
  await call("reasoning_make_decision", DECISION);
  await call("reasoning_probabilistic", BAYES);
}

async function growTree(call: CallTool): Promise<void> {
  const { session_id } = await call<{ session_id: string }>("reasoning_tree", {
    content: "Sample: Where should background jobs live?",
    max_branches: 3,
  });
  await call("reasoning_checkpoint_create", {
    session_id,
    name: "Three ways",
    description: "Before going into one of them",
  });
  await call("reasoning_linear", {
    session_id,
    content: "Sample: How long may a dead worker hold a job?",
  });
  await call("reasoning_checkpoint_create", { session_id, name: "Leases" });
}

async function growGraph(call: CallTool): Promise<void> {
  const problem = "Sample: The shop is slow on Saturdays";
  const { graph_id, root_node_id } = await call<{ graph_id: string; root_node_id: string }>(
    "reasoning_got_init",
    { content: "Sample: Nine of ten queries ask for the same forty pages", problem },
  );
  const { nodes } = await call<{ nodes: { id: string }[] }>("reasoning_got_generate", {
    graph_id,
    node_id: root_node_id,
    k: 3,
  });
  for (const { id } of nodes) await call("reasoning_got_score", { graph_id, node_id: id });
  const best = nodes.slice(0, 2).map(({ id }) => id);
  const merged = await call<{ node_id: string }>("reasoning_got_aggregate", {
    graph_id,
    node_ids: best,
  });
  await call("reasoning_got_refine", { graph_id, node_id: merged.node_id });
  await call("reasoning_got_prune", { graph_id, threshold: 0.5 });
}

const DECISION = {
  question: "Sample: Which database should hold the orders?",
  alternatives: ["SQLite", "PostgreSQL", "DynamoDB"],
  criteria: [
    { name: "cost", weight: 0.4 },
    { name: "scale", weight: 0.35 },
    { name: "ease", weight: 0.25 },
  ],
  scores: {
    SQLite: { cost: 1, scale: 0.3, ease: 0.9 },
    PostgreSQL: { cost: 0.7, scale: 0.8, ease: 0.6 },
    DynamoDB: { cost: 0.4, scale: 1, ease: 0.5 },
  },
  method: "weighted_sum",
};

const BAYES = {
  hypothesis: "Sample: The outage came from the new cache",
  prior: 0.2,
  evidence: [
    {
      description: "It began eleven minutes after the cache was switched on",
      likelihood_if_true: 0.8,
      likelihood_if_false: 0.1,
    },
    {
      description: "Pages without the cache were slow as well",
      likelihood_if_true: 0.3,
      likelihood_if_false: 0.7,
    },
    {
      description: "Switching it off ended the outage",
      likelihood_if_true: 0.95,
      likelihood_if_false: 0.15,
    },
  ],
};

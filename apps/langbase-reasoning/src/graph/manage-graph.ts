import type {
  ReasoningGotFinalizeInput,
  ReasoningGotFinalizeOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-finalize";
import type {
  ReasoningGotInitInput,
  ReasoningGotInitOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-init";
import type {
  ReasoningGotPruneInput,
  ReasoningGotPruneOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-prune";
import type { ReasoningGotStateOutput } from "@faculties/schemas/langbase-reasoning/reasoning-got-state";
import type { Transaction } from "@faculties/storage";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { cutOffNodes, DEFAULT_LIMITS, hasCycle, sortConclusions } from "../domain/graph.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted } from "../domain/words.ts";
import {
  addNodes,
  countActiveNodes,
  countNodes,
  deactivateNodes,
  leafNodes,
  listArrows,
  listNodes,
  markTerminal,
  type NewNode,
  type NodeRow,
  pruneNodes,
  terminalNodes,
} from "../store/graph-nodes.ts";
import { addGraph, findGraph } from "../store/graphs.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { enterSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { openGraph } from "./grow-graph.ts";

/** Starts a graph with its root node. */
export async function createGraph(
  store: Store,
  { content, session_id, problem, config = {} }: ReasoningGotInitInput,
): Promise<ReasoningGotInitOutput> {
  const { graph, root } = await store.write(
    async (tx, now) => {
      const session = await enterSession(tx, session_id, "got", now);
      const settings = {
        problem,
        maxDepth: config.max_depth ?? DEFAULT_LIMITS.maxDepth,
        maxBranches: config.max_branches ?? DEFAULT_LIMITS.maxBranches,
        pruneThreshold: config.prune_threshold ?? DEFAULT_LIMITS.pruneThreshold,
      };
      const added = await addGraph(tx, session.id, settings, now);
      const node: NewNode = {
        content,
        nodeType: "root",
        depth: 0,
        sources: [],
        edgeType: "generates",
        weight: 1,
      };
      const [first] = await addNodes(tx, added.id, [node], now);
      return { graph: added, root: first?.id ?? "" };
    },
    { locks: sessionKeys(session_id) },
  );
  return {
    graph_id: graph.id,
    session_id: graph.sessionId,
    root_node_id: root,
    content,
    confidence: DEFAULT_CONFIDENCE,
  };
}

/** Switches off the nodes that score below a threshold, and those that follow only from them. */
export async function pruneGraph(
  store: Store,
  { graph_id, threshold }: ReasoningGotPruneInput,
): Promise<ReasoningGotPruneOutput> {
  return store.write(async (tx, now) => {
    const graph = await findGraph(tx, graph_id);
    const lowest = threshold ?? graph.pruneThreshold;
    const scoredLow = await pruneNodes(tx, graph_id, lowest);
    const cutOff = cutOffNodes(await listNodes(tx, graph_id), await listArrows(tx, graph_id));
    await deactivateNodes(tx, cutOff);
    await enterSession(tx, graph.sessionId, "got", now);
    const pruned = [...scoredLow, ...cutOff];
    const result = {
      graph_id,
      session_id: graph.sessionId,
      threshold: lowest,
      pruned_node_ids: pruned,
      pruned_count: pruned.length,
      remaining_nodes: await countActiveNodes(tx, graph_id),
    };
    return withNotes(
      result,
      cutOff.length > 0
        ? [`${counted(cutOff.length, "node")} of these followed only from pruned nodes.`]
        : [],
    );
  });
}

/** Marks the conclusions of a graph and returns them, best first. */
export async function concludeGraph(
  store: Store,
  { graph_id, terminal_node_ids }: ReasoningGotFinalizeInput,
): Promise<ReasoningGotFinalizeOutput> {
  const { graph, terminals } = await store.write(async (tx, now) => {
    const nodeIds = [...new Set(terminal_node_ids)];
    const open = await openGraph(tx, { graphId: graph_id, nodeIds, field: "terminal_node_ids" });
    const marked = nodeIds.length > 0 ? open.nodes : await leavesUnlessMarked(tx, graph_id);
    await markTerminal(
      tx,
      marked.flatMap(({ id, isTerminal }) => (isTerminal ? [] : [id])),
    );
    await enterSession(tx, open.graph.sessionId, "got", now);
    return { graph: open.graph, terminals: await terminalNodes(tx, graph_id) };
  });
  const conclusions = sortConclusions(terminals);
  return {
    graph_id,
    session_id: graph.sessionId,
    terminal_node_ids: conclusions.map(({ id }) => id),
    conclusions: conclusions.map(({ id, content, score, depth }) => ({
      node_id: id,
      content,
      score,
      depth,
    })),
    count: conclusions.length,
  };
}

/** The conclusions if the caller names none: the nodes marked before, else every leaf. */
async function leavesUnlessMarked(tx: Transaction, graphId: string): Promise<NodeRow[]> {
  const marked = await terminalNodes(tx, graphId);
  return marked.length > 0 ? marked : leafNodes(tx, graphId);
}

export async function graphState(store: Store, graphId: string): Promise<ReasoningGotStateOutput> {
  const { graph, counts, arrows } = await store.read(async (tx) => ({
    graph: await findGraph(tx, graphId),
    counts: await countNodes(tx, graphId),
    arrows: await listArrows(tx, graphId),
  }));
  return {
    graph_id: graphId,
    session_id: graph.sessionId,
    node_count: counts.nodes,
    edge_count: arrows.length,
    max_depth: counts.maxDepth ?? 0,
    active_nodes: counts.active,
    terminal_nodes: counts.terminal,
    has_cycle: hasCycle(arrows),
  };
}

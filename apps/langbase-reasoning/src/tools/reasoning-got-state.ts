import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotStateInput,
  ReasoningGotStateOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { hasCycle } from "../domain/graph/has-cycle.ts";
import { READS } from "./annotations.ts";

export const reasoningGotState = defineTool({
  name: "reasoning_got_state",
  title: "State",
  description: "Count a graph's nodes and edges.",
  toolset: "got",
  hasView: true,
  input: ReasoningGotStateInput,
  output: ReasoningGotStateOutput,
  annotations: READS,
  async run({ graph_id }, { store }: Context) {
    const { graph, counts, arrows } = await store.read(async (unit) => ({
      graph: await unit.graphs.find(graph_id),
      counts: await unit.nodes.counts(graph_id),
      arrows: await unit.nodes.arrows(graph_id),
    }));
    return {
      graph_id,
      session_id: graph.sessionId,
      node_count: counts.nodes,
      edge_count: arrows.length,
      max_depth: counts.maxDepth ?? 0,
      active_nodes: counts.active,
      terminal_nodes: counts.terminal,
      has_cycle: hasCycle(arrows),
    };
  },
});

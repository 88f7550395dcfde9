import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotPruneInput,
  ReasoningGotPruneOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningGotPrune = defineTool({
  name: "reasoning_got_prune",
  title: "Prune",
  description: "Drop nodes that score low.",
  toolset: "got",
  input: ReasoningGotPruneInput,
  output: ReasoningGotPruneOutput,
  annotations: { ...SETTLES, destructiveHint: true },
  async run({ graph_id, threshold }, { store }: Context) {
    return store.write(async (unit) => {
      const graph = await unit.graphs.find(graph_id);
      const lowest = threshold ?? graph.pruneThreshold;
      const pruned = await unit.nodes.prune(graph_id, lowest);
      await unit.sessions.enter(graph.sessionId, "got");
      return {
        graph_id,
        session_id: graph.sessionId,
        threshold: lowest,
        pruned_node_ids: pruned,
        pruned_count: pruned.length,
        remaining_nodes: await unit.nodes.countActive(graph_id),
      };
    });
  },
});

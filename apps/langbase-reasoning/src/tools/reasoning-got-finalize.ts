import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotFinalizeInput,
  ReasoningGotFinalizeOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { sortConclusions } from "../domain/graph/sort-conclusions.ts";
import { openGraph } from "../store/open-graph.ts";
import type { NodeRow } from "../store/node-store.ts";
import type { Unit } from "../store/unit.ts";
import { SETTLES } from "./annotations.ts";

export const reasoningGotFinalize = defineTool({
  name: "reasoning_got_finalize",
  title: "Finalize",
  description: "Mark conclusions and return them.",
  toolset: "got",
  input: ReasoningGotFinalizeInput,
  output: ReasoningGotFinalizeOutput,
  annotations: SETTLES,
  async run({ graph_id, terminal_node_ids }, { store, pipes }: Context) {
    const { graph, terminals } = await store.write(async (unit) => {
      const named = [...new Set(terminal_node_ids)];
      const opened = await openGraph(unit, graph_id, named, "terminal_node_ids", pipes);
      const marked = named.length > 0 ? opened.nodes : await leavesUnlessMarked(unit, graph_id);
      await unit.nodes.markTerminal(
        marked.flatMap(({ id, isTerminal }) => (isTerminal ? [] : [id])),
      );
      await unit.sessions.enter(opened.graph.sessionId, "got");
      return { graph: opened.graph, terminals: await unit.nodes.terminals(graph_id) };
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
  },
});

/** Nobody said which nodes conclude: those marked before do, or else every end of the graph. */
async function leavesUnlessMarked(unit: Unit, graphId: string): Promise<NodeRow[]> {
  const marked = await unit.nodes.terminals(graphId);
  return marked.length > 0 ? marked : unit.nodes.leaves(graphId);
}

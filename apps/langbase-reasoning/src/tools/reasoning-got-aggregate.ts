import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotAggregateInput,
  ReasoningGotAggregateOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { depthBelow } from "../domain/graph/graph-limits.ts";
import { aggregateTask, got } from "../prompts/got.ts";
import { MergeShape } from "../prompts/got-shape.ts";
import { addNode } from "../store/add-node.ts";
import { openGraph } from "../store/open-graph.ts";
import { withinSession } from "../store/within-session.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotAggregate = defineTool({
  name: "reasoning_got_aggregate",
  title: "Aggregate",
  description: "Merge nodes into one.",
  toolset: "got",
  input: ReasoningGotAggregateInput,
  output: ReasoningGotAggregateOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { graph_id } = input;
    const sources = [...new Set(input.node_ids)];
    const { graph, nodes, line } = await store.read((unit) =>
      openGraph(unit, graph_id, sources, "node_ids", pipes),
    );
    const depth = depthBelow(nodes, graph, "node_ids");

    const problem = input.problem ?? graph.problem ?? undefined;
    const answer = await model.ask(call, {
      tool: "reasoning_got_aggregate",
      input,
      pipe: got,
      task: aggregateTask(
        nodes.map((node) => node.content),
        problem,
      ),
      shape: MergeShape,
      line,
    });
    const content = answer.data.thought ?? answer.text;
    const confidence = answer.data.confidence ?? DEFAULT_CONFIDENCE;
    const node = {
      content,
      depth,
      sources,
      nodeType: "aggregation",
      edgeType: "aggregates",
      weight: confidence,
    } as const;
    const node_id = await store.write(async (unit) => {
      const id = await addNode(unit, graph, node, "node_ids", pipes);
      await answer.record(unit, graph.sessionId);
      return id;
    }, withinSession(graph.sessionId));

    return {
      graph_id,
      session_id: graph.sessionId,
      node_id,
      content,
      confidence,
      depth,
      source_node_ids: sources,
    };
  },
});

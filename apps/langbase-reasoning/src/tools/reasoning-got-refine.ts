import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotRefineInput,
  ReasoningGotRefineOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { depthBelow } from "../domain/graph/graph-limits.ts";
import { got, refineTask } from "../prompts/got.ts";
import { RefineShape } from "../prompts/got-shape.ts";
import { addNode } from "../store/add-node.ts";
import { openGraph } from "../store/open-graph.ts";
import { withinSession } from "../store/within-session.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotRefine = defineTool({
  name: "reasoning_got_refine",
  title: "Refine",
  description: "Critique and improve a node.",
  toolset: "got",
  input: ReasoningGotRefineInput,
  output: ReasoningGotRefineOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { graph_id, node_id: source_node_id } = input;
    const { graph, nodes, line } = await store.read((unit) =>
      openGraph(unit, graph_id, [source_node_id], "node_id", pipes),
    );
    const depth = depthBelow(nodes, graph, "node_id");

    const answer = await model.ask(call, {
      tool: "reasoning_got_refine",
      input,
      pipe: got,
      task: refineTask({
        content: nodes[0]?.content ?? "",
        problem: input.problem ?? graph.problem ?? undefined,
      }),
      shape: RefineShape,
      line,
    });
    const content = answer.data.thought ?? answer.text;
    const confidence = answer.data.confidence ?? DEFAULT_CONFIDENCE;
    const node = {
      content,
      depth,
      sources: [source_node_id],
      nodeType: "refinement",
      edgeType: "refines",
      weight: confidence,
    } as const;
    const node_id = await store.write(async (unit) => {
      const id = await addNode(unit, graph, node, "node_id", pipes);
      await answer.record(unit, graph.sessionId);
      return id;
    }, withinSession(graph.sessionId));

    return {
      graph_id,
      session_id: graph.sessionId,
      node_id,
      source_node_id,
      content,
      confidence,
      depth,
      critique: answer.data.critique ?? "",
    };
  },
});

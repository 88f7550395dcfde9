import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotGenerateInput,
  ReasoningGotGenerateOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { depthBelow, roomForChildren } from "../domain/graph/graph-limits.ts";
import { generateTask, got } from "../prompts/got.ts";
import { GenerateShape } from "../prompts/got-shape.ts";
import { openGraph } from "../store/open-graph.ts";
import { withinSession } from "../store/within-session.ts";
import { nodeView } from "../views/graph-views.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotGenerate = defineTool({
  name: "reasoning_got_generate",
  title: "Generate",
  description: "Continue a node in several ways.",
  toolset: "got",
  input: ReasoningGotGenerateInput,
  output: ReasoningGotGenerateOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { graph_id, node_id, k } = input;
    const { graph, node, depth, siblings, line } = await store.read(async (unit) => {
      const opened = await openGraph(unit, graph_id, [node_id], "node_id", pipes);
      return {
        ...opened,
        node: opened.nodes[0],
        siblings: await unit.nodes.children(graph_id, node_id),
        depth: depthBelow(opened.nodes, opened.graph, "node_id"),
      };
    });
    const count = roomForChildren(k, siblings.length, graph);

    const answer = await model.ask(call, {
      tool: "reasoning_got_generate",
      input,
      pipe: got,
      task: generateTask({
        content: node?.content ?? "",
        problem: input.problem ?? graph.problem ?? undefined,
        count,
        siblings: siblings.map(({ content }) => content),
      }),
      shape: GenerateShape,
      line,
    });
    const { data } = answer;
    const listed = [...data.nodes, ...data.continuations].flatMap(
      ({ content, thought, confidence }) => {
        const text = content ?? thought;
        return text === undefined
          ? []
          : [{ content: text, confidence: confidence ?? DEFAULT_CONFIDENCE }];
      },
    );
    const found =
      listed.length > 0
        ? listed
        : [
            {
              content: data.thought ?? answer.text,
              confidence: data.confidence ?? DEFAULT_CONFIDENCE,
            },
          ];
    const nodes = await store.write(async (unit) => {
      // Another call may have pruned or abandoned the node, or used the room meanwhile.
      await openGraph(unit, graph_id, [node_id], "node_id", pipes);
      const present = await unit.nodes.children(graph_id, node_id);
      const room = roomForChildren(count, present.length, graph);
      const added = await unit.nodes.add(
        graph_id,
        found.slice(0, room).map(({ content, confidence }) => ({
          content,
          nodeType: "thought",
          depth,
          sources: [node_id],
          edgeType: "generates",
          weight: confidence,
        })),
      );
      await unit.sessions.enter(graph.sessionId, "got");
      await answer.record(unit, graph.sessionId);
      return added;
    }, withinSession(graph.sessionId));

    return withNotes(
      {
        graph_id,
        session_id: graph.sessionId,
        node_id,
        nodes: nodes.map(nodeView),
        count: nodes.length,
      },
      nodes.length < k ? [`${nodes.length} of ${k} continuations: ${reasonOf(count, k)}.`] : [],
    );
  },
});

function reasonOf(count: number, wanted: number): string {
  return count < wanted
    ? "the max_branches of this graph leaves no room for more"
    : "the model gave no more";
}

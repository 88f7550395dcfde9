import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotGenerateInput,
  ReasoningGotGenerateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-generate";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { depthBelow, roomForChildren } from "../domain/graph.ts";
import { withNotes } from "../domain/with-notes.ts";
import { GenerateShape, generateTask } from "../pipes/got.ts";
import { addNodes, generatedChildren, toGraphNode } from "../store/graph-nodes.ts";
import { growGraph } from "./grow-graph.ts";

/** Continues a node in several ways. */
export async function generateNodes(
  context: Context,
  input: ReasoningGotGenerateInput,
  call: ToolCall,
): Promise<ReasoningGotGenerateOutput> {
  const { graph_id, node_id, k } = input;
  const { graph, plan, stored } = await growGraph(context, call, {
    tool: "reasoning_got_generate",
    input,
    graphId: graph_id,
    nodeIds: [node_id],
    field: "node_id",
    shape: GenerateShape,
    async plan({ graph: limits, nodes, seen }, tx) {
      const siblings = await generatedChildren(tx, graph_id, node_id);
      const depth = depthBelow(nodes, limits, "node_id");
      const count = roomForChildren(k, siblings.length, limits);
      const task = generateTask(seen, {
        count,
        siblings: siblings.map(({ content }) => content),
      });
      return { depth, count, task };
    },
    async store(tx, made) {
      const { data, text } = made.answer;
      const listed = [...data.nodes, ...data.continuations].flatMap((node) => {
        const content = node.content ?? node.thought;
        return content === undefined ? [] : [{ content, confidence: node.confidence }];
      });
      const found =
        listed.length > 0
          ? listed
          : [{ content: data.thought ?? text, confidence: data.confidence }];
      // Another call may have used the room meanwhile.
      const present = await generatedChildren(tx, graph_id, node_id);
      const room = roomForChildren(made.plan.count, present.length, made.graph);
      const nodes = found.slice(0, room).map(({ content, confidence }) => ({
        content,
        nodeType: "thought" as const,
        depth: made.plan.depth,
        sources: [node_id],
        edgeType: "generates" as const,
        weight: confidence ?? DEFAULT_CONFIDENCE,
      }));
      return addNodes(tx, graph_id, nodes, made.now);
    },
  });

  return withNotes(
    {
      graph_id,
      session_id: graph.sessionId,
      node_id,
      nodes: stored.map(toGraphNode),
      count: stored.length,
    },
    stored.length < k
      ? [`${stored.length} of ${k} continuations: ${reasonFor(plan.count, k)}.`]
      : [],
  );
}

function reasonFor(count: number, wanted: number): string {
  return count < wanted
    ? "the max_branches of this graph leaves no room for more"
    : "the model gave no more";
}

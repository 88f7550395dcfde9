import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotGenerateInput,
  ReasoningGotGenerateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-generate";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { depthBelow, roomForChildren } from "../domain/graph.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted } from "../domain/words.ts";
import { generateExample, GenerateShape, generateTask } from "../pipes/got.ts";
import { addNodes, generatedChildren, toGraphNode } from "../store/graph-nodes.ts";
import { growGraph } from "./grow-graph.ts";

/** Continues a node in several ways. */
export async function generateNodes(
  context: Context,
  input: ReasoningGotGenerateInput,
  call: ToolCall,
): Promise<ReasoningGotGenerateOutput> {
  const { graph_id, node_id, k } = input;
  const { graph, plan, answer, stored } = await growGraph(context, call, {
    tool: "reasoning_got_generate",
    input,
    graphId: graph_id,
    nodeIds: [node_id],
    field: "node_id",
    shape: GenerateShape,
    example: generateExample,
    given: input.nodes && { nodes: input.nodes },
    async plan({ graph: limits, nodes, seen }, tx) {
      const siblings = await generatedChildren(tx, graph_id, node_id);
      const depth = depthBelow(nodes, limits, "node_id");
      const count = roomForChildren(input.nodes?.length ?? k, siblings.length, limits);
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
      const prose = data.thought ?? text;
      const found =
        listed.length > 0
          ? listed
          : splitList(prose).map((content) => ({ content, confidence: data.confidence }));
      const distinct = withoutRepeats(found);
      // Another call may have used the room meanwhile.
      const present = await generatedChildren(tx, graph_id, node_id);
      const room = roomForChildren(made.plan.count, present.length, made.graph);
      const nodes = distinct.slice(0, room).map(({ content, confidence }) => ({
        content,
        nodeType: "thought" as const,
        depth: made.plan.depth,
        sources: [node_id],
        edgeType: "generates" as const,
        weight: confidence ?? DEFAULT_CONFIDENCE,
      }));
      const added = await addNodes(tx, graph_id, nodes, made.now);
      return {
        nodes: added.map((node, index) => ({
          ...toGraphNode(node),
          confidence: nodes[index]?.weight ?? DEFAULT_CONFIDENCE,
        })),
        repeated: found.length - distinct.length,
      };
    },
  });

  return withNotes(
    {
      graph_id,
      session_id: graph.sessionId,
      node_id,
      nodes: stored.nodes,
      count: stored.nodes.length,
    },
    [
      ...answer.notes,
      ...(stored.repeated > 0
        ? [`${counted(stored.repeated, "continuation")} repeated another one and were left out.`]
        : []),
      ...(input.nodes === undefined && stored.nodes.length < k
        ? [`${stored.nodes.length} of ${k} continuations: ${reasonFor(plan.count, k)}.`]
        : []),
    ],
  );
}

function reasonFor(count: number, wanted: number): string {
  return count < wanted
    ? "the max_branches of this graph leaves no room for more"
    : "the model gave no more";
}

const LIST_ITEM = /^[ \t]{0,8}(?:\d{1,3}[.)]|[-*•])[ \t]/m;

/** The items of a numbered or bulleted list; a text without one is a single item. */
function splitList(text: string): string[] {
  const items = text
    .split(new RegExp(LIST_ITEM, "gm"))
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const isList = LIST_ITEM.test(text) && items.length > 1;
  // Text before the first item introduces the list.
  return isList ? items.slice(LIST_ITEM.exec(text)?.index === 0 ? 0 : 1) : [text];
}

function withoutRepeats<Node extends { content: string }>(nodes: readonly Node[]): Node[] {
  const seen = new Set<string>();
  return nodes.filter(({ content }) => {
    const plain = content
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    return !seen.has(plain) && seen.add(plain);
  });
}

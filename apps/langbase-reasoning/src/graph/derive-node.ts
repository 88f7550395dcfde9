import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotAggregateInput,
  ReasoningGotAggregateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-aggregate";
import type {
  ReasoningGotRefineInput,
  ReasoningGotRefineOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-refine";
import type { Context } from "../context.ts";
import type { AnswerShape } from "../domain/answer/answer-shape.ts";
import { answerNotes, DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { depthBelow } from "../domain/graph.ts";
import { withNotes } from "../domain/with-notes.ts";
import type { ModelAnswer } from "../model-calls/ask-model.ts";
import {
  aggregateExample,
  aggregateTask,
  MergeShape,
  refineExample,
  RefineShape,
  refineTask,
} from "../pipes/got.ts";
import { addNodes, type NewNode } from "../store/graph-nodes.ts";
import { growGraph, type NodesInContext, type NodeSelection } from "./grow-graph.ts";

type Derivation<Data extends Thought> = NodeSelection &
  Pick<NewNode, "nodeType" | "edgeType"> & {
    tool: string;
    input: Record<string, unknown> & {
      problem?: string | undefined;
      thought?: string | undefined;
    };
    shape: AnswerShape<Data>;
    example: object;
    task(seen: NodesInContext): string;
  };

type Thought = { thought?: string | undefined; confidence?: number | undefined };

/** Merges nodes into a new one. */
export async function aggregateNodes(
  context: Context,
  input: ReasoningGotAggregateInput,
  call: ToolCall,
): Promise<ReasoningGotAggregateOutput> {
  const nodeIds = [...new Set(input.node_ids)];
  const { node, answer } = await deriveNode(context, call, {
    tool: "reasoning_got_aggregate",
    input,
    graphId: input.graph_id,
    nodeIds,
    field: "node_ids",
    nodeType: "aggregation",
    edgeType: "aggregates",
    shape: MergeShape,
    example: aggregateExample,
    task: aggregateTask,
  });
  return withNotes({ ...node, source_node_ids: nodeIds }, answerNotes(answer));
}

/** Critiques a node and improves it in a new one. */
export async function refineNode(
  context: Context,
  input: ReasoningGotRefineInput,
  call: ToolCall,
): Promise<ReasoningGotRefineOutput> {
  const { node, answer } = await deriveNode(context, call, {
    tool: "reasoning_got_refine",
    input,
    graphId: input.graph_id,
    nodeIds: [input.node_id],
    field: "node_id",
    nodeType: "refinement",
    edgeType: "refines",
    shape: RefineShape,
    example: refineExample,
    task: refineTask,
  });
  return withNotes(
    { ...node, source_node_id: input.node_id, critique: answer.data.critique ?? "" },
    answerNotes(answer),
  );
}

/** Adds one node that a model derives from others. */
async function deriveNode<Data extends Thought>(
  context: Context,
  call: ToolCall,
  { task, nodeType, edgeType, ...step }: Derivation<Data>,
) {
  const { graph, plan, answer, stored } = await growGraph(context, call, {
    ...step,
    given: step.input.thought === undefined ? undefined : { thought: step.input.thought },
    plan: ({ graph: limits, nodes, seen }) => ({
      depth: depthBelow(nodes, limits, step.field),
      task: task(seen),
    }),
    async store(tx, made) {
      const { content, confidence } = thoughtOf(made.answer);
      const node: NewNode = {
        content,
        depth: made.plan.depth,
        sources: step.nodeIds,
        nodeType,
        edgeType,
        weight: confidence,
      };
      const [added] = await addNodes(tx, step.graphId, [node], made.now);
      return added?.id ?? "";
    },
  });
  return {
    answer,
    node: {
      graph_id: graph.id,
      session_id: graph.sessionId,
      node_id: stored,
      ...thoughtOf(answer),
      depth: plan.depth,
    },
  };
}

function thoughtOf({ data, text }: ModelAnswer<Thought>) {
  return {
    content: data.thought ?? text,
    confidence: data.confidence ?? DEFAULT_CONFIDENCE,
  };
}

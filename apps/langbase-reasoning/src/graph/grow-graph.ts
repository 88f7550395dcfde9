import type { ToolCall } from "@faculties/mcp-kit";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import type { AnswerShape } from "../domain/answer/answer-shape.ts";
import { pathsFromRoot } from "../domain/graph.ts";
import { invalid } from "../domain/reasoning-error.ts";
import type { ModelAnswer } from "../model-calls/ask-model.ts";
import { got } from "../pipes/got.ts";
import { noHistory } from "../sessions/history.ts";
import { findNodes, listArrows, type NodeRow } from "../store/graph-nodes.ts";
import { findGraph, type GraphRow } from "../store/graphs.ts";
import { sessionKey } from "../store/lock-keys.ts";
import { enterSession } from "../store/sessions.ts";

/** The nodes that a call works on, and the argument that names them. */
export type NodeSelection = {
  graphId: string;
  nodeIds: readonly string[];
  field: "node_id" | "node_ids" | "terminal_node_ids";
};

type OpenGraph = { graph: GraphRow; nodes: NodeRow[] };

/** The nodes as a model sees them: the root, and each with the path that leads to it. */
export type NodesInContext = {
  problem: string | undefined;
  /** Absent if the root is the only node. */
  root: string | undefined;
  thoughts: readonly { content: string; path: readonly string[] }[];
};

/** A step that asks a model about nodes and stores the answer in the graph. */
type GraphStep<Plan extends { task: string }, Data extends object, Stored> = NodeSelection & {
  tool: string;
  input: Record<string, unknown> & { problem?: string | undefined };
  shape: AnswerShape<Data>;
  example?: object;
  /** The caller's own answer; then no model is asked. */
  given?: object | undefined;
  /** Decides what to ask, or rejects the call, before the model is asked. */
  plan(open: OpenGraph & { seen: NodesInContext }, tx: Transaction): Plan | Promise<Plan>;
  store(
    tx: Transaction,
    made: { graph: GraphRow; plan: Plan; answer: ModelAnswer<Data>; now: number },
  ): Promise<Stored>;
};

/** Asks a model about nodes of a graph, stores the answer and logs the call. */
export async function growGraph<Plan extends { task: string }, Data extends object, Stored>(
  { store, model }: Context,
  call: ToolCall,
  step: GraphStep<Plan, Data, Stored>,
): Promise<{ graph: GraphRow; plan: Plan; answer: ModelAnswer<Data>; stored: Stored }> {
  const { tool, input, shape, example, given } = step;
  const { graph, plan } = await store.read(async (tx) => {
    const open = await openGraph(tx, step);
    const seen = await readContext(tx, open, input.problem);
    return { graph: open.graph, plan: await step.plan({ ...open, seen }, tx) };
  });

  // The thoughts of the session are not part of the graph, and no rating may influence another.
  const history = noHistory(graph.sessionId);
  const answer = await model.ask(call, {
    tool,
    input,
    pipe: got,
    task: plan.task,
    shape,
    ...(example !== undefined && { example }),
    given,
    history,
  });

  const stored = await store.write(
    async (tx, now) => {
      // Another call may have pruned or abandoned the nodes while the model was thinking.
      await openGraph(tx, step);
      const result = await step.store(tx, { graph, plan, answer, now });
      await enterSession(tx, graph.sessionId, "got", now);
      await answer.record(tx, graph.sessionId, now);
      return result;
    },
    { locks: [sessionKey(graph.sessionId)] },
  );
  return { graph, plan, answer, stored };
}

/** A graph and those of its nodes that the call names; rejects pruned nodes. */
export async function openGraph(
  tx: Transaction,
  { graphId, nodeIds, field }: NodeSelection,
): Promise<OpenGraph> {
  const graph = await findGraph(tx, graphId);
  const nodes = await findNodes(tx, graphId, nodeIds);
  const pruned = nodes.find(({ isActive }) => !isActive);
  if (pruned !== undefined) throw invalid(field, `Node ${pruned.id} was pruned`);
  return { graph, nodes };
}

const LONGEST_PATH = 8;

async function readContext(
  tx: Transaction,
  { graph, nodes }: OpenGraph,
  problem: string | undefined,
): Promise<NodesInContext> {
  const paths = pathsFromRoot(
    nodes.map(({ id }) => id),
    await listArrows(tx, graph.id),
  );
  const above = await findNodes(tx, graph.id, [...new Set(paths.flat())]);
  const contents = new Map(above.map(({ id, content }) => [id, content]));
  const [root] = paths.find((path) => path.length > 0) ?? [];
  return {
    problem: problem ?? graph.problem ?? undefined,
    root: root === undefined ? undefined : contents.get(root),
    thoughts: nodes.map(({ content }, index) => ({
      content,
      path: (paths[index] ?? [])
        .slice(1)
        .slice(-LONGEST_PATH)
        .map((id) => contents.get(id) ?? ""),
    })),
  };
}

import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { Transaction } from "@faculties/storage";
import { tasksOf } from "../domain/behaviour-tree.ts";
import type { GraphStore } from "./graphs.ts";
import type { RunRow } from "./run-tables.ts";

type OutlinedNode = { nodeId: string; kind: PlanNodeKind };

/** The nodes that a run is to execute, in the order of its plan; those of nested graphs are known once they begin. */
export async function outlineOf(
  tx: Transaction,
  graphs: GraphStore,
  { graphId, graphVersion, settings }: RunRow,
): Promise<OutlinedNode[]> {
  if (graphId === null)
    return tasksOf(settings["tree"] as BehaviourNode).map(({ path, node }) => ({
      nodeId: path,
      kind: node.kind,
    }));
  const { state } = await graphs.load(tx, graphId, graphVersion ?? undefined);
  return [...state.nodes.values()].map(({ id, attributes }) => ({
    nodeId: id,
    kind: (attributes["kind"] ?? "noop") as PlanNodeKind,
  }));
}

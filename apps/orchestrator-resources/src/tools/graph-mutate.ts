import { defineTool } from "@faculties/mcp-kit";
import {
  GraphMutateInput,
  GraphMutateOutput,
} from "@faculties/schemas/orchestrator-resources/graph-mutate";
import { ADDS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { applyOperations } from "../domain/apply-operations.ts";
import { changeGraph } from "../store/change-graph.ts";
import { graphKey } from "../store/lock-keys.ts";

export const graphMutateTool = defineTool({
  name: "graph_mutate",
  title: "Change a graph",
  description:
    "Edit a workflow graph: add a node, connect it to another with an edge, rename or remove nodes and edges, set attributes. All changes make one new version, or none is made. For very many use graph_batch_mutate, for JSON Patch use graph_patch.",
  input: GraphMutateInput,
  output: GraphMutateOutput,
  annotations: ADDS,
  run: ({ graph_id: graphId, ops, expected_version, holder }, { database, graphs }: Context) =>
    database.write(
      (tx, outbox) =>
        changeGraph(tx, outbox, graphs, {
          graphId,
          expectedVersion: expected_version,
          holder,
          steps: ops.length,
          acyclic: false,
          change: (state) => applyOperations(state, ops),
        }),
      { locks: [graphKey(graphId)] },
    ),
});

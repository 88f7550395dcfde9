import { defineTool } from "@faculties/mcp-kit";
import {
  GraphCreateInput,
  GraphCreateOutput,
} from "@faculties/schemas/orchestrator-resources/graph-create";
import type { Context } from "../context.ts";
import { refuseNearMisses } from "../domain/attribute-names.ts";
import { buildGraph } from "../domain/graph-structure.ts";
import { graphUri } from "../domain/resource-uri.ts";
import { keepInvariants } from "../domain/validate-graph.ts";
import { writeOnce } from "../store/idempotency.ts";
import { graphKey } from "../store/lock-keys.ts";
import { ADDS } from "./annotations.ts";

export const graphCreateTool = defineTool({
  name: "graph_create",
  title: "Create a graph",
  description:
    'Define a workflow (plan, DAG, dependency graph) of commands that run in parallel, or one after another where an edge says so; plan_run executes it. A node that does something has attributes with a kind: child {command, args}, wait {ms}, bb_set {key, value}, graph {graph_id}. Example: nodes [{"id":"test","attributes":{"kind":"child","command":"npm","args":["test"]}},{"id":"build","attributes":{"kind":"child","command":"npm","args":["run","build"]}}], edges [{"from":"test","to":"build"}]. For one command use child_create.',
  input: GraphCreateInput,
  output: GraphCreateOutput,
  annotations: ADDS,
  run(input, { database, graphs, newId, once }: Context) {
    const state = buildGraph(input);
    keepInvariants(state, { acyclic: false });
    refuseNearMisses(undefined, state);
    const graphId = input.graph_id ?? newId("graph");
    return writeOnce(
      database,
      once("graph_create", input),
      [graphKey(graphId)],
      async (tx, outbox) => {
        await graphs.create(tx, outbox, graphId, state);
        return {
          graph_id: graphId,
          version: 1,
          node_count: state.nodes.size,
          edge_count: state.edges.size,
          uri: graphUri(graphId),
        };
      },
    );
  },
});

import { defineTool } from "@faculties/mcp-kit";
import {
  GraphPatchInput,
  GraphPatchOutput,
} from "@faculties/schemas/orchestrator-resources/graph-patch";
import type { Context } from "../context.ts";
import { changeGraph } from "../store/change-graph.ts";
import { writeOnce } from "../store/idempotency.ts";
import { graphKey } from "../store/lock-keys.ts";
import { ADDS } from "./annotations.ts";

export const graphPatchTool = defineTool({
  name: "graph_patch",
  title: "Patch a graph",
  description:
    "Apply a JSON Patch (RFC 6902 operations) to /name, /nodes, /edges and /metadata of a graph. A patch that breaks the graph's invariants is refused. graph_diff makes such patches.",
  input: GraphPatchInput,
  output: GraphPatchOutput,
  annotations: ADDS,
  async run(input, { database, graphs, once }: Context) {
    const { patchGraph } = await import("../domain/patch-graph.ts");
    const { graph_id: graphId, patch, expected_version: expectedVersion, holder } = input;
    return writeOnce(database, once("graph_patch", input), [graphKey(graphId)], (tx, outbox) =>
      changeGraph(tx, outbox, graphs, {
        graphId,
        expectedVersion,
        holder,
        steps: patch.length,
        acyclic: true,
        change: (state) => patchGraph(state, patch),
      }),
    );
  },
});

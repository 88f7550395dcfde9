import { defineTool } from "@faculties/mcp-kit";
import {
  GraphBatchMutateInput,
  GraphBatchMutateOutput,
} from "@faculties/schemas/orchestrator-resources/graph-batch-mutate";
import type { Context } from "../context.ts";
import { applyOperations, findFailingOperations } from "../domain/apply-operations.ts";
import { bulkFailure } from "../domain/bulk-failure.ts";
import type { GraphState } from "../domain/graph-state.ts";
import { changeGraph } from "../store/change-graph.ts";
import { writeOnce } from "../store/idempotency.ts";
import { graphKey } from "../store/lock-keys.ts";
import { ADDS } from "./annotations.ts";

export const graphBatchMutateTool = defineTool({
  name: "graph_batch_mutate",
  title: "Change a graph in bulk",
  description:
    "Apply a bulk of up to 200 changes to a graph at once, or none if one fails; the error names every change that cannot be made. With an idempotency key a repeated call runs once. For a few edits use graph_mutate.",
  input: GraphBatchMutateInput,
  output: GraphBatchMutateOutput,
  annotations: ADDS,
  run(input, { database, graphs, once }: Context) {
    const { graph_id: graphId, ops, expected_version: expectedVersion, holder } = input;
    const change = (state: GraphState) => {
      const failures = findFailingOperations(state, ops);
      if (failures.length > 0)
        throw bulkFailure(failures.map((failure) => ({ ...failure, code: "E-GRAPH-INVALID" })));
      return applyOperations(state, ops);
    };
    const steps = ops.length;
    return writeOnce(
      database,
      once("graph_batch_mutate", input),
      [graphKey(graphId)],
      (tx, outbox) =>
        changeGraph(tx, outbox, graphs, {
          graphId,
          expectedVersion,
          holder,
          steps,
          acyclic: false,
          change,
        }),
    );
  },
});

import { defineTool } from "@faculties/mcp-kit";
import { PlanReduceInput, PlanReduceOutput } from "@faculties/schemas/orchestrator-resources";
import { READS } from "../annotations.ts";
import type { Context } from "../context.ts";
import { reduceOutputs } from "../domain/reduce-outputs.ts";
import { getRun, nodesOf } from "../store/run-store.ts";

export const planReduce = defineTool({
  name: "plan_reduce",
  title: "Combine outputs",
  description: "Combine the outputs of a run's nodes into one value",
  input: PlanReduceInput,
  output: PlanReduceOutput,
  annotations: READS,
  async run({ run_id, reducer, node_ids }, { ledger }: Context) {
    const nodes = await ledger.read(async (db) => {
      await getRun(db, run_id);
      return nodesOf(db, run_id);
    });
    const chosen =
      node_ids === undefined ? nodes : nodes.filter(({ nodeId }) => node_ids.includes(nodeId));
    return { run_id, reducer, ...reduceOutputs(reducer, chosen) };
  },
});

import { defineTool } from "@faculties/mcp-kit";
import {
  PlanReduceInput,
  PlanReduceOutput,
} from "@faculties/schemas/orchestrator-resources/plan-reduce";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { reduceOutputs } from "../domain/reduce-outputs.ts";
import { getRun, nodesOf } from "../store/runs.ts";

export const planReduceTool = defineTool({
  name: "plan_reduce",
  title: "Combine outputs",
  description:
    "Merge the outputs of a run's tasks into one result: concatenate or join what its nodes printed, count, sum, merge objects, or vote.",
  input: PlanReduceInput,
  output: PlanReduceOutput,
  annotations: READS,
  async run({ run_id, reducer, node_ids }, { database }: Context) {
    const nodes = await database.read(async (tx) => {
      await getRun(tx, run_id);
      return nodesOf(tx, run_id);
    });
    if (node_ids === undefined) return { run_id, reducer, ...reduceOutputs(reducer, nodes) };
    const wanted = new Set(node_ids);
    const chosen = nodes.filter(({ nodeId }) => wanted.delete(nodeId));
    const { skipped, ...reduced } = reduceOutputs(reducer, chosen);
    return { run_id, reducer, ...reduced, skipped: [...skipped, ...wanted] };
  },
});

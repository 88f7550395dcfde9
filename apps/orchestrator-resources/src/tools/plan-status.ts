import { defineTool } from "@faculties/mcp-kit";
import {
  PlanStatusInput,
  PlanStatusOutput,
} from "@faculties/schemas/orchestrator-resources/plan-status";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { snapshotOfRun } from "../store/run-snapshots.ts";
import { getRun } from "../store/runs.ts";

export const planStatusTool = defineTool({
  name: "plan_status",
  title: "Run status",
  description:
    "Tell how far a run is: its state and progress, whether the workflow finished, and with include_nodes which steps succeeded or failed and why. To wait for the end use plan_join.",
  hasView: true,
  input: PlanStatusInput,
  output: PlanStatusOutput,
  annotations: READS,
  run({ run_id, include_nodes: includeNodes, node_ids: nodeIds }, { database, graphs }: Context) {
    const nodesOfGraphs = includeNodes || nodeIds ? graphs : undefined;
    return database.read(async (tx) =>
      snapshotOfRun(tx, await getRun(tx, run_id), { nodesOfGraphs, nodeIds }),
    );
  },
});

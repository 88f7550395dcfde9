import { defineTool } from "@faculties/mcp-kit";
import {
  PlanDryRunInput,
  PlanDryRunOutput,
} from "@faculties/schemas/orchestrator-resources/plan-dry-run";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { dryRun } from "../runs/dry-run.ts";

export const planDryRunTool = defineTool({
  name: "plan_dry_run",
  title: "Dry run",
  description:
    "Preview what would happen if a workflow ran, without starting anything: the order of its tasks wave by wave, and what keeps it from running.",
  input: PlanDryRunInput,
  output: PlanDryRunOutput,
  annotations: READS,
  run: ({ graph_id, version, max_parallel }, context: Context) =>
    dryRun(context, { graphId: graph_id, version, width: max_parallel }),
});

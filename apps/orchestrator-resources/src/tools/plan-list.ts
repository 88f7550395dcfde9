import { defineTool } from "@faculties/mcp-kit";
import { PlanListInput, PlanListOutput } from "@faculties/schemas/orchestrator-resources/plan-list";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { listRuns } from "../store/run-snapshots.ts";

export const planListTool = defineTool({
  name: "plan_list",
  title: "List runs",
  description:
    "List runs, newest first, with their state, progress and open questions; filter by state, graph or time. Use it to find a run again, or everything that runs now or failed since a moment",
  input: PlanListInput,
  output: PlanListOutput,
  annotations: READS,
  run: (input, { database }: Context) => database.read((tx) => listRuns(tx, input)),
});

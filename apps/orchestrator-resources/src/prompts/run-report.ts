import { definePrompt } from "@faculties/mcp-kit";
import type { Context } from "../context.ts";
import { newestRuns } from "../store/runs.ts";

const MOST_RUNS = 100;

export const runReportPrompt = definePrompt<Context>({
  name: "run-report",
  title: "Report on a run",
  description: "How far a run is, what failed in it and why",
  uses: ["plan_status"],
  arguments: [
    {
      name: "run",
      description: "the run's id",
      required: true,
      complete: ({ database }) =>
        database.read(async (tx) => (await newestRuns(tx, MOST_RUNS)).map(({ runId }) => runId)),
    },
  ],
  render: ({ run = "" }) =>
    `Report on the run ${run}: call plan_status with include_nodes. Say how far it is and what is still to come. For each node that failed, find out why from its error and, if you have logs_tail, from the end of its output, and propose what to do. Change nothing.`,
});

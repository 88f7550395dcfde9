import { defineCommand, option } from "@faculties/mcp-kit";
import type { RunSnapshot } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { Context } from "../context.ts";
import { snapshotOfRun } from "../store/run-snapshots.ts";
import { newestRuns } from "../store/runs.ts";

export const runsCommand = defineCommand({
  name: "runs",
  usage: "",
  summary: "List the newest runs",
  options: {
    json: option.boolean({ flag: "json", describe: "Print JSON" }),
    limit: option.integer({
      flag: "limit",
      min: 1,
      max: 1_000,
      default: 20,
      describe: "Most runs",
    }),
  },
  positionals: [0, 0],
  async run({
    context,
    values,
    print,
  }: {
    context: Context;
    values: { json: boolean; limit: number };
    print(line: string): void;
  }) {
    const runs = await context.database.read(async (tx) => {
      const snapshots: RunSnapshot[] = [];
      for (const run of await newestRuns(tx, values.limit))
        snapshots.push(await snapshotOfRun(tx, run));
      return snapshots;
    });
    if (values.json) return print(JSON.stringify(runs, null, 2));
    if (runs.length === 0) return print("There are no runs yet.");
    for (const run of runs) print(lineOf(run));
  },
});

function lineOf({
  run_id,
  state,
  mode,
  graph_id,
  created_at,
  ended_at,
  progress,
  error,
  needs_input: questions = [],
}: RunSnapshot): string {
  const took = ended_at === null ? "" : ` in ${((ended_at - created_at) / 1000).toFixed(1)} s`;
  const what = graph_id === null ? mode : `${graph_id} (${mode})`;
  const done = `${progress.succeeded}/${progress.total}`;
  const reason = error === null ? "" : `  ${error}`;
  return [
    `${new Date(created_at).toISOString()}  ${run_id}  ${state.padEnd(9)} ${done} of ${what}${took}${reason}`,
    ...questions.map(
      ({ node_id, question, choices = [] }) =>
        `  asks "${node_id}": ${question} ${choices.join(" | ")}`,
    ),
  ].join("\n");
}

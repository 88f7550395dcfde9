import type { GraphProblem, PlanDryRunOutput } from "@faculties/schemas/orchestrator-resources";
import type { Context } from "../context.ts";
import { liveWorkers } from "./live-workers.ts";
import { needsPostgres } from "./remote-nodes.ts";
import { type Plan, planOf, planProblems, planWaves } from "../domain/plan.ts";

type DryRunParts = Pick<Context, "ledger" | "graphs" | "pool" | "worker" | "settings">;

/** What a run would do, without doing it. */
export async function dryRun(
  { ledger, graphs, pool, worker, settings }: DryRunParts,
  { graphId, version, width }: { graphId: string; version: number | undefined; width: number },
): Promise<PlanDryRunOutput> {
  const graph = await ledger.read((db) => graphs.load(db, graphId, version));
  const shape = {
    graph_id: graphId,
    graph_version: graph.version,
    node_count: graph.state.nodes.size,
  };
  const problems = planProblems(graph.state);
  if (problems.length > 0) return { ...shape, runnable: false, problems, waves: [], children: 0 };
  const plan = planOf(graph.state);
  const children = [...plan.values()].filter(({ node }) => node.kind === "child").length;
  const labels = await labelsOf(plan, { ledger, settings });
  const refused = [
    ...refusedChildren(plan, pool, worker !== undefined),
    ...(await missingGraphs(plan, { ledger, graphs })),
  ];
  const runnable = refused.length === 0;
  return {
    ...shape,
    runnable,
    problems: refused,
    waves: runnable ? planWaves(plan, width) : [],
    children,
    ...(labels.length > 0 && { labels }),
  };
}

/** The labels that nodes name, in order, with how many workers have them now. */
async function labelsOf(
  plan: Plan,
  { ledger, settings }: Pick<DryRunParts, "ledger" | "settings">,
) {
  const nodes = new Map<string, number>();
  for (const { node } of plan.values())
    if (node.kind === "child" && node.worker_label !== undefined)
      nodes.set(node.worker_label, (nodes.get(node.worker_label) ?? 0) + 1);
  if (nodes.size === 0) return [];
  const workers = await ledger.query((db) => liveWorkers(db, settings.host, ledger.now()));
  return [...nodes]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([label, count]) => ({
      label,
      nodes: count,
      workers: workers.filter(({ labels }) => labels.includes(label)).length,
    }));
}

/** What a worker may run is for the worker to say. */
function refusedChildren(plan: Plan, pool: Context["pool"], hasWorkers: boolean): GraphProblem[] {
  return [...plan.values()].flatMap(({ id, node }) => {
    if (node.kind !== "child") return [];
    const { command, args, env, cwd, worker_label: label } = node;
    if (label !== undefined) return hasWorkers ? [] : [problem(id, needsPostgres(label))];
    return problemOf(id, () =>
      pool.check({ spec: { command, args, env, ...(cwd !== undefined && { cwd }) } }),
    );
  });
}

async function missingGraphs(
  plan: Plan,
  { ledger, graphs }: Pick<Context, "ledger" | "graphs">,
): Promise<GraphProblem[]> {
  const problems: GraphProblem[] = [];
  for (const { id, node } of plan.values()) {
    if (node.kind !== "graph") continue;
    const latest = await ledger.query((db) => graphs.latestVersion(db, node.graph_id));
    if (latest === undefined || (node.version ?? 1) > latest)
      problems.push(problem(id, `there is no graph "${node.graph_id}" at that version`));
  }
  return problems;
}

function problemOf(id: string, check: () => unknown): GraphProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    return [problem(id, (error as Error).message)];
  }
}

function problem(id: string, reason: string): GraphProblem {
  return { code: "NODE_ATTRIBUTES", message: `"${id}": ${reason}`, nodes: [id] };
}

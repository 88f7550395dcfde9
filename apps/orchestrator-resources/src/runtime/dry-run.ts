import type { GraphProblem, PlanDryRunOutput } from "@faculties/schemas/orchestrator-resources";
import type { Context } from "../context.ts";
import { type Plan, planOf, planProblems, planWaves } from "../domain/plan.ts";

/** What a run would do, without doing it. */
export async function dryRun(
  { ledger, graphs, pool }: Pick<Context, "ledger" | "graphs" | "pool">,
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
  const refused = [
    ...refusedChildren(plan, pool),
    ...(await missingGraphs(plan, { ledger, graphs })),
  ];
  const runnable = refused.length === 0;
  return {
    ...shape,
    runnable,
    problems: refused,
    waves: runnable ? planWaves(plan, width) : [],
    children,
  };
}

function refusedChildren(plan: Plan, pool: Context["pool"]): GraphProblem[] {
  return [...plan.values()].flatMap(({ id, node }) => {
    if (node.kind !== "child") return [];
    const { command, args, env, cwd } = node;
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

import { CodedError } from "@faculties/errors";
import type { GraphProblem } from "@faculties/schemas/orchestrator-resources/graph-problem";
import type { PlanDryRunOutput } from "@faculties/schemas/orchestrator-resources/plan-dry-run";
import type { Context } from "../context.ts";
import { hasTemplates } from "../domain/node-attributes.ts";
import { type Plan, planOf, planProblems, planWaves } from "../domain/plan.ts";
import { liveWorkers, needsPostgres } from "../remote/remote-nodes.ts";
import { NodeFailure } from "./node-failure.ts";
import { Nesting, PlanLoader } from "./plan-loader.ts";

type DryRunParts = Pick<Context, "database" | "graphs" | "policy" | "worker" | "settings">;

const MOST_PROBLEMS = 20;

/** Predicts the steps of a run without executing them. */
export async function dryRun(
  { database, graphs, policy, worker, settings }: DryRunParts,
  { graphId, version, width }: { graphId: string; version: number | undefined; width: number },
): Promise<PlanDryRunOutput> {
  const graph = await database.read((tx) => graphs.load(tx, graphId, version));
  const shape = {
    graph_id: graphId,
    graph_version: graph.version,
    node_count: graph.state.nodes.size,
  };
  const problems = planProblems(graph.state);
  if (problems.length > 0) return { ...shape, runnable: false, problems, waves: [], children: 0 };
  const plan = planOf(graph.state);
  const children = [...plan.values()].filter(({ node }) => node.kind === "child").length;
  const labels = await labelsOf(plan, { database, settings });
  const refusedIn = (within: Plan, path: string) =>
    refusedChildren(within, path, { policy, hasWorkers: worker !== undefined });
  const plans = new PlanLoader(database, graphs);
  const walk: Walk = { plans, nodes: plan.size, problems: refusedIn(plan, ""), refusedIn };
  await walkNested(
    new Nesting({ graphId, version: graph.version, plan, named: new Set() }),
    "",
    walk,
  );
  const refused = walk.problems;
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
  { database, settings }: Pick<DryRunParts, "database" | "settings">,
) {
  const nodes = new Map<string, number>();
  for (const { node } of plan.values())
    if (node.kind === "child" && node.worker_label !== undefined)
      nodes.set(node.worker_label, (nodes.get(node.worker_label) ?? 0) + 1);
  if (nodes.size === 0) return [];
  const workers = await database.query((tx) => liveWorkers(tx, settings.host, database.now()));
  return [...nodes]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([label, count]) => ({
      label,
      nodes: count,
      workers: workers.filter(({ labels }) => labels.includes(label)).length,
    }));
}

/** Only the worker itself decides what it may run. */
function refusedChildren(
  plan: Plan,
  path: string,
  { policy, hasWorkers }: Pick<Context, "policy"> & { hasWorkers: boolean },
): GraphProblem[] {
  return [...plan.values()].flatMap(({ id, node, attributes }) => {
    if (node.kind !== "child") return [];
    const name = `${path}${id}`;
    const { command, args, env, cwd, worker_label: label } = node;
    if (hasTemplates(attributes)) return [];
    if (label !== undefined) return hasWorkers ? [] : [problem(name, needsPostgres(label))];
    return problemOf(name, () =>
      policy.check({ command, args, env, ...(cwd !== undefined && { cwd }) }),
    );
  });
}

type Walk = {
  plans: PlanLoader;
  /** As many as the run has with the graphs that were met so far. */
  nodes: number;
  problems: GraphProblem[];
  refusedIn(plan: Plan, path: string): GraphProblem[];
};

/** Meets every nested graph where the run would, until there is enough to fix. */
async function walkNested(nesting: Nesting, path: string, walk: Walk): Promise<void> {
  for (const { id, node } of nesting.loaded.plan.values()) {
    if (node.kind !== "graph" || walk.problems.length >= MOST_PROBLEMS) continue;
    const name = `${path}${id}`;
    try {
      const nested = await walk.plans.load(node.graph_id, node.version);
      const inner = nesting.enter(nested, walk.nodes);
      walk.nodes += nested.plan.size;
      walk.problems.push(...walk.refusedIn(nested.plan, `${name}/`));
      await walkNested(inner, `${name}/`, walk);
    } catch (error) {
      if (!(error instanceof CodedError || error instanceof NodeFailure)) throw error;
      walk.problems.push(problem(name, error.message));
    }
  }
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

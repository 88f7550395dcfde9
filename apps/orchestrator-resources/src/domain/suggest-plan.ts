import type {
  KgSuggestPlanInput,
  KgSuggestPlanOutput,
} from "@faculties/schemas/orchestrator-resources/kg-suggest-plan";
import type {
  NormalisedEdge,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Triple } from "@faculties/schemas/orchestrator-resources/triple";
import { findCycle } from "./find-cycle.ts";
import { buildGraph } from "./graph-structure.ts";
import { KnownTasks } from "./known-tasks.ts";

type Fragment = KgSuggestPlanOutput["fragments"][number];
type Context = KgSuggestPlanInput["context"];

/** Plan fragments for a goal: its tasks with what they depend on, one fragment per connected group. */
export function suggestPlan(
  goal: string,
  context: Context,
  triples: readonly Triple[],
): KgSuggestPlanOutput {
  const known = new KnownTasks(triples, context.preferred_sources);
  const excluded = new Set(context.exclude_tasks);
  const included = known.tasksOf(goal);
  const { tasks, missing } = withDependencies(included, known, excluded);
  const { edges, dropped } = dependencyEdges(tasks, known);
  const fragments = groups(tasks, edges)
    .map((group) => fragmentOf(group, edges, known))
    .toSorted(
      (left, right) =>
        preference(right, context) - preference(left, context) ||
        right.confidence - left.confidence,
    )
    .slice(0, context.max_fragments)
    .map((fragment, index) => ({ ...fragment, id: `fragment-${index + 1}` }));
  const suggested = fragments.flatMap(({ nodes }) => nodes.map(({ id }) => id));
  const leftOut = [...included, ...tasks].filter((task) => excluded.has(task));
  return {
    goal,
    fragments,
    rationale: [
      included.length === 0
        ? `Nothing is known about the goal "${goal}".`
        : `${tasksAre(included.length)} known for "${goal}"; ${suggested.length} ${suggested.length === 1 ? "is" : "are"} suggested with what they depend on.`,
      ...dropped.map(
        ([from, to]) =>
          `"${to}" was said to depend on "${from}", which would be a circle; it was left out.`,
      ),
      ...missing.map((task) => `Nothing is known about "${task}", which others depend on.`),
    ],
    coverage: {
      known_tasks: included.length,
      suggested_tasks: suggested.length,
      excluded_tasks: [...new Set(leftOut)].toSorted(),
      missing_dependencies: missing,
    },
    sources: countSources(suggested, known),
  };
}

function withDependencies(
  included: readonly string[],
  known: KnownTasks,
  excluded: ReadonlySet<string>,
) {
  const tasks = new Set<string>();
  const missing = new Set<string>();
  const waiting = included.filter((task) => !excluded.has(task)).toReversed();
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    if (tasks.has(task)) continue;
    tasks.add(task);
    for (const dependency of known.dependenciesOf(task)) {
      if (excluded.has(dependency)) continue;
      if (known.isKnown(dependency) || included.includes(dependency)) waiting.push(dependency);
      else missing.add(dependency);
    }
  }
  return { tasks: [...tasks], missing: [...missing].toSorted() };
}

function dependencyEdges(tasks: readonly string[], known: KnownTasks) {
  const chosen = new Set(tasks);
  const edges: NormalisedEdge[] = [];
  const dropped: [string, string][] = [];
  const nodes = tasks.map((id): NormalisedNode => ({ id, attributes: {} }));
  for (const to of tasks)
    for (const from of known.dependenciesOf(to)) {
      if (!chosen.has(from)) continue;
      const edge = { from, to, attributes: {} };
      const trial = buildGraph({ name: "trial", nodes, edges: [...edges, edge], metadata: {} });
      if (findCycle(trial)) dropped.push([from, to]);
      else edges.push(edge);
    }
  return { edges, dropped };
}

function groups(tasks: readonly string[], edges: readonly NormalisedEdge[]): string[][] {
  const groupOf = new Map(tasks.map((task) => [task, new Set([task])]));
  for (const { from, to } of edges) {
    const [left, right] = [groupOf.get(from), groupOf.get(to)];
    if (!left || !right || left === right) continue;
    for (const task of right) {
      left.add(task);
      groupOf.set(task, left);
    }
  }
  return [...new Set(groupOf.values())].map((group) => tasks.filter((task) => group.has(task)));
}

function fragmentOf(
  group: readonly string[],
  edges: readonly NormalisedEdge[],
  known: KnownTasks,
): Fragment {
  const members = new Set(group);
  const facts = group.flatMap((task) => known.factsOf(task));
  const confidence =
    facts.reduce((sum, fact) => sum + fact.confidence, 0) / Math.max(1, facts.length);
  return {
    id: "",
    nodes: group.map((task) => known.nodeOf(task)),
    edges: edges.filter(({ from }) => members.has(from)),
    confidence: facts.length === 0 ? 1 : confidence,
    sources: [...new Set(facts.flatMap(({ source }) => source ?? []))].toSorted(),
  };
}

function preference({ sources }: Fragment, { preferred_sources }: Context): number {
  return sources.some((source) => preferred_sources.includes(source)) ? 1 : 0;
}

function countSources(tasks: readonly string[], known: KnownTasks): KgSuggestPlanOutput["sources"] {
  const counts = new Map<string, number>();
  for (const task of tasks)
    for (const source of new Set(known.factsOf(task).flatMap((fact) => fact.source ?? [])))
      counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts]
    .map(([source, count]) => ({ source, tasks: count }))
    .toSorted((left, right) => right.tasks - left.tasks || (left.source < right.source ? -1 : 1));
}

function tasksAre(count: number): string {
  return count === 1 ? "1 task is" : `${count} tasks are`;
}

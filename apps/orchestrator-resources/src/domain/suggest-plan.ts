import type {
  KgSuggestPlanInput,
  KgSuggestPlanOutput,
} from "@faculties/schemas/orchestrator-resources/kg-suggest-plan";
import type {
  NormalisedEdge,
  NormalisedNode,
} from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Triple } from "@faculties/schemas/orchestrator-resources/triple";
import { findCycle } from "./graph-state.ts";
import { buildGraph } from "./graph-structure.ts";
import { groupBy } from "@faculties/std";

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

const INCLUDES = new Set(["includes", "has_task", "task", "step"]);
const DEPENDS = new Set(["depends_on", "requires", "after"]);
const LABELS = new Set(["label", "name", "title"]);
const NUMBERS = new Set(["duration", "weight", "retries", "timeout_ms", "ms", "ttl_ms"]);
const TEXTS = new Set([
  "kind",
  "command",
  "args",
  "env",
  "cwd",
  "stdin",
  "role",
  "key",
  "value",
  "graph_id",
]);

// A goal of more words than this is a text, and is looked for by its beginning.
const MOST_WORDS = 64;

/** Facts read as tasks: goals include them, they depend on each other, the rest are their attributes. */
class KnownTasks {
  readonly #bySubject: Map<string, Triple[]>;
  readonly #byObject: Map<string, Triple[]>;

  constructor(triples: readonly Triple[], preferredSources: readonly string[]) {
    const rank = ({ source, confidence }: Triple) =>
      confidence + (source !== null && preferredSources.includes(source) ? 1 : 0);
    // Best first: where facts disagree, the first one counts.
    const ranked = triples.toSorted((left, right) => rank(right) - rank(left));
    this.#bySubject = groupBy(ranked, ({ subject }) => subject);
    this.#byObject = groupBy(ranked, ({ object }) => object);
  }

  /** The tasks of a goal that is named like this, or else of those that have all its words. */
  tasksOf(goal: string): string[] {
    const wanted = goal.trim().toLowerCase();
    const subjects = [...this.#bySubject.keys()];
    const named = subjects.filter((subject) => subject.trim().toLowerCase() === wanted);
    return this.#objects(named.length > 0 ? named : similarTo(wanted, subjects), INCLUDES);
  }

  dependenciesOf(task: string): string[] {
    return this.#objects([task], DEPENDS).filter((other) => other !== task);
  }

  /** Whether anything is known about a task itself. */
  isKnown(task: string): boolean {
    return this.#bySubject.has(task) || this.#includedBy(task).length > 0;
  }

  factsOf(task: string): Triple[] {
    return [...(this.#bySubject.get(task) ?? []), ...this.#includedBy(task)];
  }

  nodeOf(task: string): NormalisedNode {
    const label = this.#objects([task], LABELS)[0];
    const attributes = new Map<string, string | number>();
    for (const { predicate, object } of this.#bySubject.get(task) ?? []) {
      if (attributes.has(predicate)) continue;
      if (TEXTS.has(predicate)) attributes.set(predicate, object);
      if (NUMBERS.has(predicate) && Number.isFinite(Number(object)))
        attributes.set(predicate, Number(object));
    }
    return {
      id: task,
      ...(label !== undefined && { label }),
      attributes: Object.fromEntries(attributes),
    };
  }

  #includedBy(task: string): Triple[] {
    return (this.#byObject.get(task) ?? []).filter(({ predicate }) => INCLUDES.has(predicate));
  }

  #objects(subjects: readonly string[], predicates: ReadonlySet<string>): string[] {
    const found = subjects.flatMap((subject) => this.#bySubject.get(subject) ?? []);
    return [
      ...new Set(
        found.filter(({ predicate }) => predicates.has(predicate)).map(({ object }) => object),
      ),
    ];
  }
}

function similarTo(goal: string, subjects: readonly string[]): string[] {
  const words = [...new Set(goal.split(/\s+/))].slice(0, MOST_WORDS);
  return subjects.filter((subject) => {
    const name = subject.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}

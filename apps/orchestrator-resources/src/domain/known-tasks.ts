import type { NormalisedNode } from "@faculties/schemas/orchestrator-resources/normalised-graph";
import type { Triple } from "@faculties/schemas/orchestrator-resources/triple";
import { groupBy } from "./group-by.ts";

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
export class KnownTasks {
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

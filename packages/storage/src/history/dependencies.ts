import { appendsOf } from "./check-lists.ts";
import type { Edges } from "./find-cycle.ts";
import type { FinalState, Operation } from "./operation.ts";

type Link = (before: string | undefined, after: string | undefined) => void;

/**
 * The operations that must come before others: by the order of values and versions, by which one read from another or did
 * not yet, and by which one was answered before the other was asked.
 */
export function dependencies(history: readonly Operation[], final: FinalState): Edges {
  const edges = new Map<string, Set<string>>();
  const link: Link = (before, after) => {
    if (before === undefined || after === undefined || before === after) return;
    const known = edges.get(before) ?? new Set<string>();
    edges.set(before, known.add(after));
  };
  linkLists(history, final, link);
  linkRegisters(history, link);
  linkTimes(history, link);
  return edges;
}

function linkLists(history: readonly Operation[], { lists }: FinalState, link: Link): void {
  const appends = appendsOf(history);
  const writer = (value: string | undefined) =>
    value === undefined ? undefined : appends.get(value)?.by.id;
  for (const values of lists.values())
    values.forEach((value, index) => link(writer(values[index - 1]), writer(value)));
  for (const { id, outcome, steps } of history) {
    if (outcome !== "done") continue;
    for (const step of steps) {
      if (step.do !== "read") continue;
      link(writer(step.values.at(-1)), id);
      link(id, writer(lists.get(step.list)?.[step.values.length]));
    }
  }
}

function linkRegisters(history: readonly Operation[], link: Link): void {
  const setters = new Map<string, string>();
  const place = (register: string, version: number) => `${register} ${version}`;
  const seen = history.flatMap(({ id, outcome, steps }) =>
    outcome === "done" ? steps.map((step) => ({ id, step })) : [],
  );
  for (const { id, step } of seen)
    if (step.do === "set") setters.set(place(step.register, step.version), id);
  for (const { id, step } of seen) {
    if (step.do === "set") link(setters.get(place(step.register, step.version - 1)), id);
    if (step.do !== "get") continue;
    link(setters.get(place(step.register, step.version)), id);
    link(id, setters.get(place(step.register, step.version + 1)));
  }
}

/** Only the last ones that had answered: those before them are linked to these already. */
function linkTimes(history: readonly Operation[], link: Link): void {
  const events = history
    .filter(({ outcome }) => outcome === "done")
    .flatMap((operation) => [
      { at: operation.asked, isAnswer: false, operation },
      { at: operation.answered ?? operation.asked, isAnswer: true, operation },
    ])
    .toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  let frontier: Operation[] = [];
  for (const { isAnswer, operation } of events) {
    if (!isAnswer) for (const { id } of frontier) link(id, operation.id);
    else {
      frontier = frontier.filter(({ answered = 0n }) => answered >= operation.asked);
      frontier.push(operation);
    }
  }
}

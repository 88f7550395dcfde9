import type { Anomaly, FinalState, Operation } from "./operation.ts";

type Append = { list: string; value: string; by: Operation };

/** Every list, as anybody saw it, begins as it is in the end, and has every acknowledged value once and no refused one. */
export function checkLists(history: readonly Operation[], { lists }: FinalState): Anomaly[] {
  const anomalies: Anomaly[] = [];
  const report = (kind: string, what: string) => void anomalies.push({ kind, what });
  const appends = appendsOf(history);
  for (const [list, values] of lists) {
    if (new Set(values).size < values.length) report("doubled", `${list}: ${values.join(" ")}`);
    for (const value of values) {
      const append = appends.get(value);
      if (append === undefined) report("from nowhere", `${value} in ${list}`);
      else if (append.list !== list) report("misplaced", `${value} in ${list}`);
      else if (append.by.outcome === "refused") report("refused and kept", `${value} in ${list}`);
    }
  }
  for (const { list, value, by } of appends.values()) {
    const isThere = lists.get(list)?.includes(value) === true;
    if (by.outcome === "done" && !isThere) report("lost", `${value} of ${list}, by ${by.id}`);
  }
  for (const { id, outcome, steps } of history) {
    if (outcome !== "done") continue;
    for (const step of steps) {
      if (step.do !== "read") continue;
      if (step.length !== step.values.length) report("torn", `${id} read a part of ${step.list}`);
      const final = lists.get(step.list) ?? [];
      if (step.values.some((value, index) => final[index] !== value))
        report("reordered", `${id} read ${step.list} as ${step.values.join(" ")}`);
    }
  }
  return anomalies;
}

export function appendsOf(history: readonly Operation[]): Map<string, Append> {
  const appends = new Map<string, Append>();
  for (const by of history)
    for (const step of by.steps)
      if (step.do === "append") appends.set(step.value, { list: step.list, value: step.value, by });
  return appends;
}

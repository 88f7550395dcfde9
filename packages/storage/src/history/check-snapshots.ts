import { appendsOf } from "./check-lists.ts";
import type { Anomaly, Operation } from "./operation.ts";

/** A read that sees one append of a transaction sees all of its appends in the lists that it reads. */
export function checkSnapshots(history: readonly Operation[]): Anomaly[] {
  const anomalies: Anomaly[] = [];
  const appends = appendsOf(history);
  for (const reader of history) {
    if (reader.outcome !== "done") continue;
    const lastRead = new Map<string, readonly string[]>();
    for (const step of reader.steps) if (step.do === "read") lastRead.set(step.list, step.values);
    for (const [list, values] of lastRead) {
      for (const value of values) {
        const by = appends.get(value)?.by;
        if (by === undefined || by === reader) continue;
        const missing = by.steps.find(
          (step) => step.do === "append" && lastRead.get(step.list)?.includes(step.value) === false,
        );
        if (missing?.do === "append")
          anomalies.push({
            kind: "torn",
            what: `${reader.id} saw ${value} in ${list} and not ${missing.value} in ${missing.list}, both by ${by.id}`,
          });
      }
    }
  }
  return anomalies;
}

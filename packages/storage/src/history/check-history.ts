import { checkLists } from "./check-lists.ts";
import { checkRegisters } from "./check-registers.ts";
import { checkSnapshots } from "./check-snapshots.ts";
import { dependencies } from "./dependencies.ts";
import { findCycle } from "./find-cycle.ts";
import type { Anomaly, FinalState, Operation } from "./operation.ts";

/**
 * Finds what no sequence of whole transactions, each between its question and its answer, explains: lost, doubled, reordered
 * and torn results.
 */
export function checkHistory(history: readonly Operation[], final: FinalState): Anomaly[] {
  const anomalies = [
    ...checkLists(history, final),
    ...checkRegisters(history, final),
    ...checkSnapshots(history),
  ];
  // An order is only as good as the lists that it is read from.
  if (anomalies.length > 0) return anomalies;
  const cycle = findCycle(dependencies(history, final));
  return cycle === undefined ? [] : [{ kind: "cycle", what: cycle.join(" → ") }];
}

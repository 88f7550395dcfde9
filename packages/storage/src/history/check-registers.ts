import type { Anomaly, FinalState, Operation } from "./operation.ts";

/** A version of a register has one value, no acknowledged version is passed over, and the last one stays. */
export function checkRegisters(history: readonly Operation[], final: FinalState): Anomaly[] {
  const anomalies: Anomaly[] = [];
  const report = (kind: string, what: string) => void anomalies.push({ kind, what });
  const setters = new Map<string, Operation>();
  for (const operation of history)
    for (const step of operation.steps) if (step.do === "set") setters.set(step.value, operation);

  const values = new Map<string, string>();
  const see = (register: string, version: number, value: string, who: string) => {
    const place = `${register} version ${version}`;
    const known = values.get(place) ?? value;
    values.set(place, known);
    if (known !== value) report("two values", `${place}: ${known} and ${value}, by ${who}`);
    const setter = setters.get(value);
    if (setter === undefined) report("from nowhere", `${value} in ${place}`);
    else if (setter.outcome === "refused") report("refused and kept", `${value} in ${place}`);
    const last = final.registers.get(register)?.version ?? 0;
    if (version > last) report("lost", `${place} by ${who}; the last version is ${last}`);
  };
  for (const [register, { version, value }] of final.registers)
    see(register, version, value, "the end");
  for (const { id, outcome, steps } of history) {
    if (outcome !== "done") continue;
    for (const step of steps) {
      if (step.do === "set") see(step.register, step.version, step.value, id);
      if (step.do === "get" && step.value !== null)
        see(step.register, step.version, step.value, id);
      if (step.do === "get" && (step.value === null) !== (step.version === 0))
        report("torn", `${id} read half of ${step.register}`);
    }
  }
  return anomalies;
}

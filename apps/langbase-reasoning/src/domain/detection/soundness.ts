import { tidy } from "../tidy.ts";

export type Weighted = { severity: number; confidence: number };

const WORST_SEVERITY = 5;
const WEIGHT_OF_ONE = 0.5;

/** 1 without findings; each finding takes away up to half, by its severity and confidence. */
export function soundness(findings: readonly Weighted[]): number {
  const left = findings.reduce(
    (rest, { severity, confidence }) =>
      rest * (1 - WEIGHT_OF_ONE * (severity / WORST_SEVERITY) * confidence),
    1,
  );
  return tidy(left);
}

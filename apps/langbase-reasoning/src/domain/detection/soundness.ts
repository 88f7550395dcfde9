export type Weighted = { severity: number; confidence: number };

const WORST_SEVERITY = 5;
const WEIGHT_OF_ONE = 0.5;

/** 1 without findings; each finding takes away up to half, by its severity and confidence. */
export function soundness(findings: readonly Weighted[]): number {
  return findings.reduce(
    (left, { severity, confidence }) =>
      left * (1 - WEIGHT_OF_ONE * (severity / WORST_SEVERITY) * confidence),
    1,
  );
}

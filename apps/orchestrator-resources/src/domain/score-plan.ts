import { CodedError } from "@faculties/errors";
import type { ValueDecision } from "@faculties/schemas/orchestrator-resources/value-decision";
import type { ValuesScoreInput } from "@faculties/schemas/orchestrator-resources/values-score";
import type { ValuesSetInput } from "@faculties/schemas/orchestrator-resources/values-set";

export type ValueSet = Pick<ValuesSetInput, "values" | "threshold">;
export type Impact = ValuesScoreInput["impacts"][number];

/** How much of the values' weight a plan upholds, and which it harms more than they bear. */
export function scorePlan(
  { values, threshold: usual }: ValueSet,
  impacts: readonly Impact[],
  threshold = usual,
): ValueDecision {
  const known = new Set(values.map(({ id }) => id));
  const unknown = [...new Set(impacts.map(({ value }) => value))].filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new CodedError(
      "E-VALUES-UNKNOWN",
      `There is no value ${unknown.map((id) => `"${id}"`).join(", ")}.`,
      {
        details: { unknown, known: [...known] },
      },
    );
  const breakdown = values.map(({ id, weight }) => {
    const support = sumOf(impacts, id, "support");
    const risk = sumOf(impacts, id, "risk");
    const residual = Math.max(0, risk - support);
    return { value: id, weight, support, risk, residual, satisfaction: 1 - residual };
  });
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const upheld = breakdown.reduce(
    (sum, { weight, satisfaction }) => sum + weight * satisfaction,
    0,
  );
  const score = Math.min(1, upheld / total);
  const violations = breakdown.flatMap(({ value, residual }, index) => {
    const { tolerance = 0, label } = values[index] ?? {};
    if (residual <= tolerance) return [];
    const message = `"${label ?? value}" is put at risk by ${residual.toFixed(2)}; ${tolerance} is borne.`;
    return [{ value, severity: residual, tolerance, message }];
  });
  const allowed = score >= threshold && violations.length === 0;
  return { score, total, breakdown, violations, allowed, threshold };
}

/** Effects add up, to all there is at most. */
function sumOf(impacts: readonly Impact[], value: string, side: Impact["impact"]): number {
  const concerned = impacts.filter((one) => one.value === value && one.impact === side);
  return Math.min(
    1,
    concerned.reduce((sum, { severity }) => sum + severity, 0),
  );
}

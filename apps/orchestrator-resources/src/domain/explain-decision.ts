import type { ValueDecision } from "@faculties/schemas/orchestrator-resources/value-decision";
import type { ValuesExplainOutput } from "@faculties/schemas/orchestrator-resources/values-explain";
import type { Impact } from "./score-plan.ts";

type Explanation = Pick<ValuesExplainOutput, "summary" | "violations" | "suggestions">;

/** A decision in words, with what led to it and what would change it. */
export function explainDecision(
  plan: string,
  { score, threshold, allowed, violations, breakdown }: ValueDecision,
  impacts: readonly Impact[],
): Explanation {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const verdict = allowed ? "is allowed" : "is not allowed";
  const reasons = [
    `it upholds ${percent(score)} of what matters, and ${percent(threshold)} are required`,
    ...(violations.length > 0
      ? [`it harms ${violations.map(({ value }) => value).join(", ")} too much`]
      : []),
  ];
  const explained = violations.map((violation) => {
    const contributors = impacts
      .filter(({ value, impact }) => value === violation.value && impact === "risk")
      .toSorted((left, right) => right.severity - left.severity)
      .map(({ node_id = null, rationale = null, severity }) => ({ node_id, rationale, severity }));
    const excess = (violation.severity - violation.tolerance).toFixed(2);
    const hint = `Lower the risk by at least ${excess}, or add support for "${violation.value}".`;
    return { ...violation, hint, contributors };
  });
  const worst = breakdown
    .filter(({ residual }) => residual > 0)
    .toSorted((left, right) => right.weight * right.residual - left.weight * left.residual);
  return {
    summary: `"${plan}" ${verdict}: ${reasons.join("; ")}.`,
    violations: explained,
    suggestions: [
      ...explained.map(({ hint, contributors }) => {
        const node = contributors.find(({ node_id }) => node_id !== null)?.node_id;
        return node === undefined || node === null ? hint : `${hint} Begin with node "${node}".`;
      }),
      ...(score < threshold && worst[0]
        ? [
            `"${worst[0].value}" costs the most score; easing its risk of ${worst[0].residual.toFixed(2)} helps first.`,
          ]
        : []),
    ],
  };
}

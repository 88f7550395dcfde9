import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { Finding } from "./finding.ts";

/** A review as people read it in a terminal: one line for each finding, then the scores and the verdict. */
export function renderReport(
  { overall, dimensions, review, judge_cards }: GanReview,
  findings: readonly Finding[],
): string {
  const places = findings.map(
    ({ path, line, column, severity, category, message, rule }) =>
      `${path}:${line}:${column} ${severity} ${category}: ${message} [${rule}]`,
  );
  const scores = dimensions.map(({ name, score }) => `${name} ${score}`).join(", ");
  const notes = judge_cards.flatMap((card) =>
    card.notes === undefined ? [] : [`${card.model}: ${card.notes}`],
  );
  const parts = [
    ...places,
    ...(places.length > 0 ? [""] : []),
    `Score ${overall} of 100 (${scores}).`,
    ...notes,
    review.summary,
  ];
  return parts.join("\n");
}

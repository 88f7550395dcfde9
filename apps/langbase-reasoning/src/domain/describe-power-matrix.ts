import { joinWords } from "./join-words.ts";
import type { Alignment } from "./shared-interests.ts";
import type { PowerMatrix, Quadrant } from "./quadrants.ts";

const ADVICE: [Quadrant, string][] = [
  ["key_player", "Work closely with"],
  ["keep_satisfied", "Keep satisfied"],
  ["keep_informed", "Keep informed"],
  ["minimal_effort", "Only monitor"],
];

/** The matrix in words, for when no model sums it up. */
export function describePowerMatrix(matrix: PowerMatrix, alignments: readonly Alignment[]): string {
  const advice = ADVICE.flatMap(([quadrant, verb]) => {
    const names = matrix[quadrant].map(({ name }) => name);
    return names.length > 0 ? [`${verb}: ${joinWords(names)}.`] : [];
  });
  const shared = alignments.map(
    ({ stakeholders, area }) => `${joinWords(stakeholders)} share an interest in ${area}.`,
  );
  return [...advice, ...shared].join(" ");
}

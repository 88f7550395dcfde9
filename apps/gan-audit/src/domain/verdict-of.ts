import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { CATEGORIES, type Finding } from "./finding.ts";

const REJECT_BELOW = 30;
// Scores have one decimal; less than that is what binary fractions make of a difference.
const ROUNDING = 1e-6;

/** What no score makes up for: a critical fault of security, or code that does not parse. */
export const isBlocking = ({ severity, category }: Finding): boolean =>
  category === "does-not-parse" || (severity === "critical" && CATEGORIES[category] === "security");

/** What a verdict rests on. */
export type Grounds = {
  /** Undefined when no judge could give a score. */
  overall: number | undefined;
  findings: readonly Finding[];
  /** Whether all of the code was judged; the score of a part lets nothing pass. */
  isWhole: boolean;
};

export function verdictOf(
  { overall, findings, isWhole }: Grounds,
  threshold: number,
): GanReview["verdict"] {
  if (findings.some(isBlocking)) return "reject";
  if (overall === undefined) return "revise";
  if (overall < threshold - REJECT_BELOW - ROUNDING) return "reject";
  const isDecided = isWhole && !findings.some(({ isUndecided }) => isUndecided);
  return overall >= threshold && isDecided ? "pass" : "revise";
}

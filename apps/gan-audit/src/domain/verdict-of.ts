import type { GanReview } from "@faculties/schemas/gan-audit";
import { CATEGORIES, type Finding } from "./finding.ts";

const REJECT_BELOW = 30;
// Scores have one decimal; less than that is what binary fractions make of a difference.
const ROUNDING = 1e-6;

/** What no score makes up for: a critical fault of security, or code that does not parse. */
export const isBlocking = ({ severity, category }: Finding): boolean =>
  category === "does-not-parse" || (severity === "critical" && CATEGORIES[category] === "security");

export function verdictOf(
  overall: number,
  threshold: number,
  findings: readonly Finding[],
): GanReview["verdict"] {
  const blocked = findings.some(isBlocking);
  if (blocked || overall < threshold - REJECT_BELOW - ROUNDING) return "reject";
  return overall >= threshold ? "pass" : "revise";
}

import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import { type Finding, SEVERITIES } from "./finding.ts";

export type SummaryParts = {
  verdict: GanReview["verdict"];
  findings: readonly Finding[];
  files: number;
  lines: number;
  notes: readonly string[];
};

const VERDICTS = { pass: "Pass", revise: "Revise", reject: "Reject" };

/** What a person reads first: the verdict, what was found, and what else there is to know. */
export function summarise({ verdict, findings, files, lines, notes }: SummaryParts): string {
  const where = `${count(files, "file")}, ${count(lines, "line")}`;
  const first =
    findings.length === 0
      ? `${VERDICTS[verdict]}: no findings in ${where}.`
      : `${VERDICTS[verdict]}: ${bySeverity(findings)} in ${where} (${categoriesOf(findings)}).`;
  return [first, sentences(notes)].join(" ").trimEnd();
}

function bySeverity(findings: readonly Finding[]): string {
  return SEVERITIES.map((severity) => ({
    severity,
    found: findings.filter((one) => one.severity === severity).length,
  }))
    .filter(({ found }) => found > 0)
    .map(({ severity, found }) => `${found} ${severity}`)
    .join(", ");
}

function categoriesOf(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { category } of findings) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([category, found]) => (found > 1 ? `${category} ×${found}` : category))
    .join(", ");
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Notes as people read them. */
export const sentences = (notes: readonly string[]): string => notes.map(sentence).join(" ");

function sentence(note: string): string {
  const capital = note.charAt(0).toUpperCase() + note.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

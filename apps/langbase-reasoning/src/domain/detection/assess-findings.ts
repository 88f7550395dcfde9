import { joinWords } from "../join-words.ts";
import type { Finding } from "./finding.ts";

const GRAVE = 4;

/** The findings in one sentence, for when no model sums them up. */
export function assessFindings(findings: readonly Finding[], kind: "bias" | "fallacy"): string {
  const plural = kind === "bias" ? "biases" : "fallacies";
  if (findings.length === 0) return `No ${plural} found.`;
  const names = [...new Set(findings.map(({ type }) => type.replaceAll("_", " ")))];
  const grave = findings.filter(({ severity }) => severity >= GRAVE).length;
  const count = findings.length === 1 ? `One ${kind}` : `${findings.length} ${plural}`;
  const gravity = findings.length === 1 ? ", a grave one" : `, ${grave} of them grave`;
  const weight = grave > 0 ? gravity : "";
  return `${count} found${weight}: ${joinWords(names)}.`;
}

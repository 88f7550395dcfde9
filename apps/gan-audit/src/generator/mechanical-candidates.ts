import { applyEdits } from "../domain/apply-edits.ts";
import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";
import type { Candidate } from "./candidate.ts";

const isGrave = ({ severity }: Finding): boolean => severity !== "minor";
const isOfAnEngine = ({ rule }: Finding): boolean => !rule.startsWith("ast-grep/");

/** What the engines themselves can mend: all of it, the grave things only, or what linters fix. */
export function mechanicalCandidates(
  material: Material,
  findings: readonly Finding[],
  most: number,
): Candidate[] {
  const choices = [findings, findings.filter(isGrave), findings.filter(isOfAnEngine)];
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const chosen of choices) {
    const candidate = candidateOf(material, chosen);
    const key = JSON.stringify([...candidate]);
    if (candidate.size === 0 || seen.has(key)) continue;
    seen.add(key);
    candidates.push(candidate);
  }
  return candidates.slice(0, most);
}

function candidateOf({ texts }: Material, findings: readonly Finding[]): Candidate {
  const changed = new Map<string, string>();
  for (const { path, text, isFixable } of texts) {
    if (!isFixable) continue;
    const groups = findings
      .filter((finding) => finding.path === path)
      .flatMap(({ fix }) => (fix ? [fix] : []));
    const fixed = applyEdits(text, groups);
    if (fixed !== text) changed.set(path, fixed);
  }
  return changed;
}

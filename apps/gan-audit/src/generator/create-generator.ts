import { applyEdits } from "../domain/apply-edits.ts";
import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";
import type { Candidate } from "./candidate.ts";
import { type GeneratorModel, modelCandidate } from "./model-candidate.ts";

type FindModel = (name: string) => Promise<GeneratorModel>;

type Generate = (
  material: Material,
  findings: readonly Finding[],
  most: number,
) => Promise<Candidate[]>;

/** Mechanical fixes first; a model, if there is one, fills up the number of proposals. */
export function createGenerator(
  name: string | undefined,
  findModel: FindModel,
  signal: AbortSignal,
  onFailure: (name: string, error: unknown) => void,
): Generate {
  return async (material, findings, most) => {
    const mechanical = mechanicalCandidates(material, findings, most);
    const missing = most - mechanical.length;
    if (name === undefined || missing <= 0) return mechanical;
    const made = await Promise.all(
      Array.from({ length: missing }, (_, attempt) => propose(name, material, findings, attempt)),
    );
    return [...mechanical, ...made.filter((candidate) => candidate !== undefined)];
  };

  async function propose(
    model: string,
    material: Material,
    findings: readonly Finding[],
    attempt: number,
  ): Promise<Candidate | undefined> {
    try {
      return await modelCandidate(await findModel(model), material, findings, attempt, signal);
    } catch (error) {
      signal.throwIfAborted();
      onFailure(model, error);
      return undefined;
    }
  }
}

const isGrave = ({ severity }: Finding): boolean => severity !== "minor";
const isOfAnEngine = ({ rule }: Finding): boolean => !rule.startsWith("ast-grep/");

/** The fixes that the engines offer themselves: all of it, the grave things only, or what linters fix. */
function mechanicalCandidates(
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

import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";
import type { Candidate } from "./candidate.ts";
import { mechanicalCandidates } from "./mechanical-candidates.ts";
import { type GeneratorModel, modelCandidate } from "./model-candidate.ts";

export type FindModel = (name: string) => Promise<GeneratorModel>;

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

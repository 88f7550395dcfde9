import type { Material } from "../domain/material.ts";

/** New texts by path; what is not named stays. */
export type Candidate = ReadonlyMap<string, string>;

/** The material as a candidate would leave it. Counted lines follow the text: those that stayed and those that are new. */
export function withCandidate(material: Material, candidate: Candidate): Material {
  const counted = new Map(material.counted);
  const texts = material.texts.map((text) => {
    const changed = candidate.get(text.path);
    if (changed === undefined || changed === text.text) return text;
    const lines = counted.get(text.path);
    if (lines) counted.set(text.path, followLines(text.text, changed, lines));
    return { ...text, text: changed };
  });
  return { ...material, texts, counted };
}

/** A line of the new text counts when it counted before or was not there. */
function followLines(before: string, after: string, counted: ReadonlySet<number>): Set<number> {
  const old = new Map<string, boolean>();
  for (const [position, line] of before.split("\n").entries())
    old.set(line, (old.get(line) ?? false) || counted.has(position + 1));
  const result = new Set<number>();
  for (const [position, line] of after.split("\n").entries())
    if (old.get(line) ?? true) result.add(position + 1);
  return result;
}

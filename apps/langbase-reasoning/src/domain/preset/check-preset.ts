import type { WorkflowPreset } from "@faculties/schemas/langbase-reasoning";

/** What is wrong with a preset, in words; nothing when it can run. */
export function presetProblems(preset: WorkflowPreset, tools: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const earlier = new Set<string>();
  if (preset.steps.length === 0) problems.push("it has no steps");
  for (const { id, tool, depends_on = [] } of preset.steps) {
    if (earlier.has(id)) problems.push(`step ${id} appears twice`);
    if (!tools.has(tool)) problems.push(`step ${id} uses ${tool}, which is no tool for steps`);
    for (const before of depends_on)
      if (!earlier.has(before))
        problems.push(`step ${id} depends on ${before}, which does not come before it`);
    earlier.add(id);
  }
  return problems.map((problem) => `The preset ${preset.id} cannot run: ${problem}.`);
}

import { readFile } from "node:fs/promises";
import { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import * as z from "zod";
import { BUILT_IN_PRESETS } from "../domain/preset/built-in-presets.ts";
import { presetProblems } from "../domain/preset/check-preset.ts";
import { reasoningError } from "../domain/reasoning-error.ts";

/** The built-in presets and those of the operator's file. No two may have the same id. */
export async function loadPresets(
  file: string | undefined,
  tools: ReadonlySet<string>,
): Promise<readonly WorkflowPreset[]> {
  if (file === undefined) return BUILT_IN_PRESETS;
  const presets = [...BUILT_IN_PRESETS, ...(await readPresets(file))];
  const ids = presets.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  const problems = [
    ...(twice === undefined ? [] : [`There are two presets ${twice}.`]),
    ...presets.flatMap((preset) => presetProblems(preset, tools)),
  ];
  if (problems.length > 0) throw unusable(file, problems.join(" "));
  return presets;
}

async function readPresets(file: string): Promise<WorkflowPreset[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw unusable(file, (error as Error).message);
  }
  const parsed = z.array(WorkflowPreset).safeParse(content);
  if (parsed.success) return parsed.data;
  throw unusable(file, z.prettifyError(parsed.error));
}

function unusable(file: string, reason: string) {
  return reasoningError("Internal", `The presets in ${file} cannot be used: ${reason}`);
}

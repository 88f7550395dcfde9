import type {
  PresetStep,
  WorkflowPreset,
} from "@faculties/schemas/langbase-reasoning/workflow-preset";
import { invalid } from "../reasoning-error.ts";
import { pathsIn } from "./resolve-inputs.ts";

const ALWAYS_KNOWN = ["inputs", "session_id"];
const ITEM = "item";

/** The problems of a preset, in words; empty if it can run. */
export function presetProblems(preset: WorkflowPreset, tools: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const earlier = new Set<string>();
  const known = new Set(ALWAYS_KNOWN);
  if (preset.steps.length === 0) problems.push("it has no steps");
  for (const step of preset.steps) {
    const { id, tool, depends_on = [], store_as: result = id } = step;
    if (earlier.has(id)) problems.push(`step ${id} appears twice`);
    else if (known.has(result) || result === ITEM)
      problems.push(`step ${id} stores its result as ${result}, which is taken`);
    if (!tools.has(tool)) problems.push(`step ${id} uses ${tool}, which is no tool for steps`);
    for (const before of depends_on)
      if (!earlier.has(before))
        problems.push(`step ${id} depends on ${before}, which does not come before it`);
    for (const name of namesIn(step))
      if (!known.has(name))
        problems.push(`step ${id} refers to ${name}, which is not known at that point`);
    earlier.add(id);
    known.add(result);
  }
  return problems.map((problem) => `The preset ${preset.id} cannot run: ${problem}.`);
}

/** The inputs and results that a step refers to, except the item of its list. */
function namesIn({ input_map, condition, for_each }: PresetStep): Set<string> {
  const outside = [condition?.field ?? [], for_each ?? []].flat();
  const names = new Set(
    [...outside, ...pathsIn(input_map)].map((path) => path.split(".")[0] ?? ""),
  );
  if (for_each !== undefined) names.delete(ITEM);
  return names;
}

type Inputs = Readonly<Record<string, unknown>>;

/** Checks inputs against their descriptions, `<type> (required) - <meaning>`. */
export function checkInputs({ id, input_schema }: WorkflowPreset, inputs: Inputs): void {
  const given = new Map(Object.entries(inputs));
  for (const [name, description] of Object.entries(input_schema)) {
    const [, type = "", required] = /^(\w+)(?: \((required)\))?/.exec(String(description)) ?? [];
    const value = given.get(name);
    if (value === undefined || value === null) {
      if (required !== undefined) throw invalid(`inputs.${name}`, `Required by the preset ${id}`);
    } else if (isOther(type, value)) throw invalid(`inputs.${name}`, `Expected ${type}`);
  }
  const known = Object.keys(input_schema);
  const stray = [...given.keys()].find((name) => !known.includes(name));
  if (stray !== undefined)
    throw invalid(`inputs.${stray}`, `The preset ${id} takes ${known.join(", ") || "none"}`);
}

function isOther(type: string, value: unknown): boolean {
  switch (type) {
    case "string":
      return typeof value !== "string" || value.trim() === "";
    case "number":
    case "boolean":
      return typeof value !== type;
    case "array":
      return !Array.isArray(value);
    case "object":
      return typeof value !== "object" || Array.isArray(value);
    default:
      return false;
  }
}

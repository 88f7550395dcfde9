import type { WorkflowPreset } from "@faculties/schemas/langbase-reasoning/workflow-preset";
import { invalid } from "../reasoning-error.ts";

type Inputs = Readonly<Record<string, unknown>>;

/** Each input is described as `<type> (required) - <what it is>`; the type and the mark are held to. */
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

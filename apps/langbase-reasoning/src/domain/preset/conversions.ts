import { SOURCE_TYPES } from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import { asObject } from "../answer/parse-json-object.ts";

export type Converted = { value: unknown; notes: string[] };

const STAND_IN = "secondary";

/** Ways to fit a value to another tool's parameter, by the name that `$as` gives. */
export const CONVERSIONS: ReadonlyMap<unknown, (value: unknown) => Converted> = new Map([
  ["evidence-items", evidenceItems],
  ["bayesian-evidence", bayesianEvidence],
]);

/** Evidence for an assessment: a type of source that is not known counts as secondary. */
function evidenceItems(value: unknown): Converted {
  const notes: string[] = [];
  const items = toItems(value, "content").map((item, index) => {
    const { source_type: type } = item;
    if (type === undefined || SOURCE_TYPES.some((known) => known === type)) return item;
    notes.push(
      `The source_type of evidence item ${index + 1}, ${JSON.stringify(type)}, counts as ${STAND_IN}.`,
    );
    return { ...item, source_type: STAND_IN };
  });
  return { value: items, notes };
}

/** Evidence for an update of a probability, where its content is called description. */
function bayesianEvidence(value: unknown): Converted {
  const items = toItems(value, "description").map(({ content, description, ...item }) => ({
    description: description ?? content,
    ...("likelihood_if_true" in item && { likelihood_if_true: item["likelihood_if_true"] }),
    ...("likelihood_if_false" in item && { likelihood_if_false: item["likelihood_if_false"] }),
  }));
  return { value: items, notes: [] };
}

function toItems(value: unknown, textField: string): Record<string, unknown>[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => asObject(item) ?? { [textField]: item });
}

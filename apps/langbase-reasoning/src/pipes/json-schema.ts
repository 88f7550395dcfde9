type JsonSchema = Record<string, unknown>;

// An example says in words where an answer may be null.
const NULLABLE = /\bnull when\b/;

/** The JSON schema of answers in the form of an example: the same fields, all required, and no others. */
export function schemaOf(example: unknown): JsonSchema {
  if (typeof example === "string")
    return { type: NULLABLE.test(example) ? ["string", "null"] : "string" };
  if (typeof example === "number") return { type: "number" };
  if (Array.isArray(example)) return { type: "array", items: schemaOf(example[0] ?? "") };
  // Free metadata has no fields that a schema could name.
  const fields = Object.entries(example as object).filter(([name]) => name !== "metadata");
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, value]) => [name, schemaOf(value)])),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  };
}

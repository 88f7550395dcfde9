/** The part of JSON Schema that forms are made from. */
export type JsonSchema = {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  $ref?: string;
};

/** A schema with its reference followed, and the null that makes it optional left out. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref?.startsWith("#/")) {
    const target = schema.$ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], root);
    return {
      ...(target as JsonSchema | undefined),
      ...(schema.description && { description: schema.description }),
    };
  }
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== "null");
  const [only] = choices ?? [];
  if (choices?.length === 1 && only)
    return { ...schema, anyOf: undefined, oneOf: undefined, ...resolved(only, root) } as JsonSchema;
  return schema;
}

export type FieldKind = "choice" | "text" | "number" | "boolean" | "list" | "object" | "json";

/** The kind of field that shows a schema; a schema without a field of its own is typed as JSON. */
export function fieldKind(schema: JsonSchema): FieldKind {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (schema.enum) return "choice";
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  if (type === "array" && schema.items) return "list";
  if (type === "object" && Object.keys(schema.properties ?? {}).length > 0) return "object";
  return "json";
}

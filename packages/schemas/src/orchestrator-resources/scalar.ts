import * as z from "zod";

/** What attributes and metadata may hold, published as one list of types. */
export const Scalar = z
  .union([z.string(), z.number(), z.boolean()])
  .meta({ type: ["string", "number", "boolean"], anyOf: undefined });
export type Scalar = z.infer<typeof Scalar>;

const SCALARS = new Set(["string", "number", "boolean"]);

/** An object of scalars. Unlike zod's own record it keeps a key named `__proto__`: names are data like any other. */
function objectOf<Value>(item: z.ZodType<Value>, published: object) {
  const schema = z.unknown().check(({ value, issues }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      issues.push({ code: "invalid_type", expected: "record", input: value });
      return;
    }
    for (const [key, input] of Object.entries(value))
      if (!SCALARS.has(typeof input))
        for (const issue of item.safeParse(input).error?.issues ?? [])
          issues.push({ ...issue, path: [key, ...issue.path], input });
  });
  const typed = schema as unknown as z.ZodType<Record<string, Value>, Record<string, Value>>;
  return typed.meta({ type: "object", ...published });
}

export const Attributes = objectOf(Scalar, {
  additionalProperties: { type: ["string", "number", "boolean"] },
});
export type Attributes = z.infer<typeof Attributes>;

/** A null value removes its key. */
export const AttributeChanges = objectOf(Scalar.nullable(), {});

import * as z from "zod";

/**
 * An object with free keys, published without further constraints. Unlike zod's record it keeps a key named `__proto__`:
 * names are data, whatever they are.
 */
export function freeObject<Value = unknown>(
  item?: z.ZodType<Value>,
): z.ZodType<Record<string, Value>> {
  const schema = z.unknown().check(({ value, issues }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      issues.push({ code: "invalid_type", expected: "record", input: value });
      return;
    }
    for (const [key, input] of item === undefined ? [] : Object.entries(value))
      for (const issue of item?.safeParse(input).error?.issues ?? [])
        issues.push({ ...issue, path: [key, ...issue.path], input });
  });
  return schema.meta({ type: "object" }) as unknown as z.ZodType<Record<string, Value>>;
}

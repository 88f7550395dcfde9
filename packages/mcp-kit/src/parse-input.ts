import type * as z from "zod";
import { InvalidInput } from "./invalid-input.ts";

/**
 * Parses a tool's arguments. Clients send `"3"` for 3 and `"true"` for true often enough that such scalars
 * are converted, but only where the schema refused the string.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const first = schema.safeParse(input);
  if (first.success) return first.data;
  const second = schema.safeParse(convertScalars(input, first.error.issues));
  if (second.success) return second.data;
  throw new InvalidInput(
    second.error.issues.map((issue) => ({
      field: issue.path.map(String).join(".") || unrecognised(issue) || "arguments",
      reason: issue.message,
    })),
  );
}

function unrecognised(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === "unrecognized_keys" ? issue.keys.join(", ") : undefined;
}

function convertScalars(input: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (typeof input !== "object") return input;
  // Not structuredClone, which gives up on nesting that JSON gets through.
  const converted: unknown = JSON.parse(JSON.stringify(input));
  for (const issue of issues) {
    if (issue.code !== "invalid_type" || issue.path.length === 0) continue;
    const parent = issue.path.slice(0, -1).reduce(step, converted);
    const key = issue.path.at(-1) as PropertyKey;
    if (typeof parent !== "object" || parent === null) continue;
    const value = (parent as Record<PropertyKey, unknown>)[key];
    if (typeof value !== "string") continue;
    const scalar = scalarOf(value, issue.expected);
    if (scalar !== undefined) (parent as Record<PropertyKey, unknown>)[key] = scalar;
  }
  return converted;
}

function step(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

function scalarOf(text: string, expected: string): number | boolean | undefined {
  if (expected === "boolean") return { true: true, false: false }[text.toLowerCase()];
  if (expected !== "number" && expected !== "int") return undefined;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined;
}

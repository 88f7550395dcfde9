import fc from "fast-check";
import type { JsonSchema } from "../fuzz/json-schema.ts";
import { holdsIds } from "../fuzz/known-ids.ts";
import { validValue } from "../fuzz/valid-value.ts";

type Input = Record<string, unknown>;

/** One place of a tool's input that takes text. */
export type TextPlace = {
  name: string;
  /** As many characters as the schema allows. */
  longest: number;
  fill(text: string): Input;
};

export type CallableTool = { name: string; inputSchema: JsonSchema; examples: Input[] };

/** Every place of a tool that takes text: those of its examples, and the properties that no example has. */
export function textPlaces({ inputSchema, examples }: CallableTool): TextPlace[] {
  const [example] = examples;
  const whole =
    example ?? (fc.sample(validValue(inputSchema), { seed: 1, numRuns: 1 })[0] as Input);
  const places = leavesOf(whole).map((path): TextPlace => ({
    name: path.join("."),
    longest: longestAt(inputSchema, path),
    fill: (text) => put(whole, path, text) as Input,
  }));
  const further = Object.entries(inputSchema.properties ?? {}).flatMap(([name, schema]) => {
    if (name in whole || holdsIds(name)) return [];
    const wrapped = wrapperOf(schema);
    if (!wrapped) return [];
    const fill = (text: string) => ({ ...whole, [name]: wrapped(text) });
    return [{ name, longest: longestAt(inputSchema, [name]), fill }];
  });
  return [...places, ...further];
}

/** Paths to the strings that are texts and no ids that the server gave out. */
function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value === "string")
    return value.startsWith("<id>") || holdsIds(path.at(-1) ?? "") ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function put(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Input;
  copy[key] = put(copy[key], rest, text);
  return copy;
}

function longestAt(schema: JsonSchema | undefined, [key, ...rest]: readonly string[]): number {
  if (!schema) return Infinity;
  if (schema.enum ?? schema.const) return 0;
  if (key === undefined) return schema.format === undefined ? (schema.maxLength ?? Infinity) : 0;
  const inner = schema.properties?.[key] ?? schema.items;
  return longestAt(inner, rest);
}

function wrapperOf(schema: JsonSchema): ((text: string) => unknown) | undefined {
  if (schema.enum ?? schema.format) return undefined;
  if (schema.type === "string") return (text) => text;
  if (schema.type === "array" && schema.items?.type === "string" && !schema.items.enum)
    return (text) => [text];
  return undefined;
}

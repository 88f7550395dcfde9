import { jsonrepair } from "jsonrepair";

export type JsonObject = Record<string, unknown>;

const LARGEST_REPAIR = 2_000_000;

/** Parses the text of one object, repaired if it has to be; undefined when even that fails. */
export function parseJsonObject(text: string, complete = true): JsonObject | undefined {
  return asObject((complete ? parse(text) : undefined) ?? repair(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  if (text.length > LARGEST_REPAIR) return undefined;
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** The value if it is an object and no array. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

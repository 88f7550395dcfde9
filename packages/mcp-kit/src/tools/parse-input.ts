import { CodedError } from "@faculties/errors";
import type * as z from "zod";

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

export type InputIssue = { field: string; reason: string };

/** The caller's arguments do not fit the tool's schema. */
export class InvalidInput extends CodedError {
  override readonly name = "InvalidInput";
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super("INVALID_INPUT", issues.map(({ field, reason }) => `${field}: ${reason}`).join("; "), {
      details: { issues },
      isCallersFault: true,
    });
    this.issues = issues;
  }
}

/** The most bytes that one UTF-16 unit of a text takes, written as an escape. */
const LONGEST_UNIT = 6;
/** A number with all its digits, sign and exponent; `false` and `null` are shorter. */
const LONGEST_SCALAR = 24;
const DEEPEST_ESTIMATE = 20;
/** So deep, everything that walks through arguments step by step still has room on the stack. */
const DEEPEST = 1_000;

/** Refuses arguments whose JSON is longer than allowed, or nested so deeply that something could give up on them. */
export function rejectOversized(input: unknown, maxInputBytes: number): void {
  if (input === undefined || mostBytes(input) <= maxInputBytes) return;
  if (isDeeper(input, DEEPEST))
    throw new CodedError(
      "INVALID_INPUT",
      `The arguments are nested too deeply; the limit is ${DEEPEST} levels.`,
      { isCallersFault: true },
    );
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (bytes > maxInputBytes)
    throw new CodedError(
      "INPUT_TOO_LARGE",
      `The arguments are ${bytes} bytes; the limit is ${maxInputBytes}. Send less, or in parts.`,
      { details: { bytes, maxInputBytes }, isCallersFault: true },
    );
}

/** No less than the JSON of a value takes, found without making it. */
function mostBytes(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length * LONGEST_UNIT + 2;
  if (typeof value !== "object" || value === null) return LONGEST_SCALAR;
  if (depth > DEEPEST_ESTIMATE) return Infinity;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += mostBytes(item, depth + 1) + 1;
  else
    for (const key in value)
      bytes += mostBytes(key) + mostBytes((value as Record<string, unknown>)[key], depth + 1) + 2;
  return bytes;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

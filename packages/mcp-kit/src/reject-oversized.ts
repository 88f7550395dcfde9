import { CodedError } from "@faculties/errors";

/** What one UTF-16 unit of a text takes at most, written as an escape. */
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

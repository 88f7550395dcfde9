import { CodedError } from "@faculties/schemas";

/** What one UTF-16 unit of a text takes at most, written as an escape. */
const LONGEST_UNIT = 6;
/** A number with all its digits, sign and exponent; `false` and `null` are shorter. */
const LONGEST_SCALAR = 24;
const DEEPEST_ESTIMATE = 20;

/** Refuses arguments whose JSON is longer than allowed. */
export function rejectOversized(input: unknown, maxInputBytes: number): void {
  if (input === undefined || mostBytes(input) <= maxInputBytes) return;
  const bytes = byteLength(input);
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

function byteLength(input: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(input));
  } catch (cause) {
    throw new CodedError("INVALID_INPUT", "The arguments are nested too deeply.", {
      cause,
      isCallersFault: true,
    });
  }
}

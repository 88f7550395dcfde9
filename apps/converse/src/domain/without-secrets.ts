import type { Redactor } from "@faculties/errors";

/** Longer than any path: such an image is given by its content, which cannot be redacted. */
const LONGEST_PATH = 4096;

/**
 * Removes the server's own secrets from an input, so that they cannot reach an answer, a log, the database or a request to
 * another vendor.
 */
export function withoutSecrets<Input extends { images?: string[] | undefined }>(
  input: Input,
  redact: Redactor,
): Input {
  const { images, ...rest } = input;
  const clean = images?.map((image) => (image.length > LONGEST_PATH ? image : redact(image)));
  return { ...cleaned(rest, redact), ...(clean !== undefined && { images: clean }) } as Input;
}

function cleaned<Value>(value: Value, redact: Redactor): Value;
function cleaned(value: unknown, redact: Redactor): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cleaned(part, redact)]),
  );
}

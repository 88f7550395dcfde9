import type { Redactor } from "@faculties/errors";

const LONGEST_TEXT = 2_000;

/** What the invocation log keeps of a value: long texts cut, keys hidden. */
export function logged(value: object, redact: Redactor): Record<string, unknown> {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === "string" ? cut(redact(item)) : item,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}

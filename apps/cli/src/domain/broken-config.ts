import { CodedError } from "@faculties/errors";

/** A configuration that cannot be edited safely; says where, never what the file holds. */
export function brokenConfig(why: string, text = "", offset?: number): CodedError {
  return new CodedError(
    "BROKEN_CONFIG",
    offset === undefined ? why : `${at(text, offset)}: ${why}`,
  );
}

function at(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

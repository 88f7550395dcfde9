import type { CodedError } from "@faculties/errors";
import { invalidInput } from "./invalid-input.ts";

const PREFIX = "after:";

/** A place in a list, as something that callers hand back and do not read. */
export function encodeCursor(place: string): string {
  return toBase64Url(`${PREFIX}${place}`);
}

export function decodeCursor(cursor: string): string {
  const text = fromBase64Url(cursor);
  if (text?.startsWith(PREFIX)) return text.slice(PREFIX.length);
  throw foreignCursor();
}

/** A cursor that is a number. */
export function cursorNumber(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw foreignCursor();
}

function foreignCursor(): CodedError {
  return invalidInput("cursor: must be the next_cursor of an earlier page.");
}

function toBase64Url(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}

function fromBase64Url(text: string): string | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, "base64url").toString("utf8") : undefined;
}

import { jsonrepair } from "jsonrepair";

type FoundObject = {
  text: string;
  /** False when the text ends before the object does. */
  complete: boolean;
};

// The start of an object, valid or repairable: prose has braces, too.
const OPENING = /\{\s*(?:["'“}]|[A-Za-z_]\w*\s*:)/g;
const MOST_STARTS = 50;
const SCANS_OF_THE_TEXT = 3;

/** Every outermost `{…}` in a text that may be a JSON object, in order, found in a bounded number of passes. */
export function findJsonObjects(text: string): FoundObject[] {
  const found: FoundObject[] = [];
  let budget = text.length * SCANS_OF_THE_TEXT;
  let position = 0;
  for (let starts = 0; starts < MOST_STARTS && budget > 0; starts += 1) {
    OPENING.lastIndex = position;
    const start = OPENING.exec(text)?.index;
    if (start === undefined) break;
    const end = endOfObject(text, start);
    budget -= (end ?? text.length) - start;
    found.push({ text: text.slice(start, end), complete: end !== undefined });
    position = end ?? start + 1;
  }
  return found;
}

/** The index after the brace that closes the object, strings skipped. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case OPEN:
        depth += 1;
        break;
      case CLOSE:
        depth -= 1;
        if (depth === 0) return index + 1;
        break;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

export type JsonObject = Record<string, unknown>;

const LARGEST_REPAIR = 2_000_000;

/** Parses the text of one object, and repairs it if necessary; undefined if even that fails. */
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

/** The value if it is an object but not an array. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

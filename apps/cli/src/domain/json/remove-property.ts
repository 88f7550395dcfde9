import type { Node } from "jsonc-parser/lib/esm/main.js";
import { endOf } from "./json-document.ts";
import { readGap } from "./read-gap.ts";

/** The text without the property; an object that it leaves empty gives two candidates: `{}`, and with its white space. */
export function removeProperty(text: string, object: Node, property: Node): string[] {
  const siblings = object.children ?? [];
  const index = siblings.indexOf(property);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const closing = endOf(object) - 1;
  const before = readGap(text, previous ? endOf(previous) : object.offset + 1, property.offset);
  const after = readGap(text, endOf(property), next?.offset ?? closing);
  const end = after.commaAt === undefined ? endOf(property) : after.commaAt + 1;
  const head = text.slice(0, before.end);
  const isLastWithoutComma = next === undefined && after.commaAt === undefined;
  if (isLastWithoutComma && before.commaAt !== undefined)
    return [head.slice(0, before.commaAt) + head.slice(before.commaAt + 1) + text.slice(end)];
  const left = head + text.slice(end);
  const inside = text.slice(object.offset + 1, before.end) + text.slice(end, closing);
  if (siblings.length > 1 || inside.trim() !== "") return [left];
  return [text.slice(0, object.offset + 1) + text.slice(closing), left];
}

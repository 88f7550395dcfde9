import type { Node } from "jsonc-parser/lib/esm/main.js";
import { endOf } from "./json-document.ts";
import { type JsonLayout, lineIndent, ownLineIndent, renderJson } from "./json-layout.ts";
import { readGap } from "./read-gap.ts";

type Property = { name: string; value: unknown };

/**
 * Adds a property at the end of an object, in the object's own layout. jsonc-parser's `modify` would do, but it
 * formats the whole line that it touches, and in some files that line is everything.
 */
export function insertProperty(
  text: string,
  object: Node,
  property: Property,
  layout: JsonLayout,
): string {
  const last = object.children?.at(-1);
  if (last === undefined) return insertFirst(text, object, property, layout);
  const { commaAt, end } = readGap(text, endOf(last), endOf(object) - 1);
  const hasComment = end > (commaAt === undefined ? endOf(last) : commaAt + 1);
  const own = ownLineIndent(text, last.offset);
  const indent = own ?? lineIndent(text, object.offset) + layout.unit;
  const line =
    own === undefined && !hasComment
      ? inOneLine(text, object, property)
      : onOwnLine(property, indent, layout);
  const kept = text.slice(endOf(last), end);
  const written = commaAt === undefined ? `,${kept}${line}` : `${kept}${line},`;
  return text.slice(0, endOf(last)) + written + text.slice(end);
}

function insertFirst(text: string, object: Node, property: Property, layout: JsonLayout): string {
  const closing = endOf(object) - 1;
  const { end } = readGap(text, object.offset + 1, closing);
  const outer = lineIndent(text, object.offset);
  const line = onOwnLine(property, outer + layout.unit, layout);
  const isBare = object.offset + 1 === closing;
  return text.slice(0, end) + line + (isBare ? layout.eol + outer : "") + text.slice(end);
}

function onOwnLine({ name, value }: Property, indent: string, layout: JsonLayout): string {
  return `${layout.eol}${indent}${JSON.stringify(name)}: ${renderJson(value, indent, layout)}`;
}

function inOneLine(text: string, object: Node, { name, value }: Property): string {
  const first = object.children?.[0]?.offset ?? endOf(object);
  const space = text.slice(object.offset + 1, first).trim() === "" && first > object.offset + 1;
  const [before, between] = space ? [" ", " "] : ["", ""];
  return `${before}${JSON.stringify(name)}:${between}${JSON.stringify(value)}`;
}

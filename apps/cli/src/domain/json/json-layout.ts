import type { Node } from "jsonc-parser/lib/esm/main.js";

export type JsonLayout = { eol: string; unit: string };

/** The line ends and the indentation that a document uses. */
export function layoutOf(text: string, root: Node): JsonLayout {
  const first = root.children?.[0];
  const own = first === undefined ? "" : ownLineIndent(text, first.offset);
  return { eol: /\r?\n/.exec(text)?.[0] ?? "\n", unit: own || "  " };
}

/** The white space at the start of the line. */
export function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The indentation of what is first on its line; undefined for what is not. */
export function ownLineIndent(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  return start > 0 && /^[ \t]*$/.test(before) ? before : undefined;
}

/** A value as JSON text: objects over several lines, lists on one. */
export function renderJson(value: unknown, indent: string, layout: JsonLayout): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent + layout.unit;
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${renderJson(item, inner, layout)}`,
  );
  return `{${layout.eol}${lines.join(`,${layout.eol}`)}${layout.eol}${indent}}`;
}

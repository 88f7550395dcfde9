import { readFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";

/** A source file with its syntax tree; fails on what is not valid TypeScript. */
export function parseModule(file) {
  const text = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  return { file, text, program };
}

/** Calls `visit` with every node of a tree. */
export function walk(node, visit) {
  if (Array.isArray(node)) for (const child of node) walk(child, visit);
  else if (typeof node?.type === "string") {
    visit(node);
    for (const child of Object.values(node))
      if (typeof child === "object" && child !== null) walk(child, visit);
  }
}

import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser/lib/esm/main.js";
import { brokenConfig } from "../broken-config.ts";

/** The root object of JSON with comments and trailing commas. */
export function parseJsonDocument(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw brokenConfig(`not valid JSON (${printParseErrorCode(error.error)})`, text, error.offset);
  if (root?.type !== "object") throw brokenConfig("not a JSON object", text, root?.offset ?? 0);
  return root;
}

/** The property of that name, if there is one; a name that stands twice cannot be edited safely. */
export function findProperty(text: string, object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1)
    throw brokenConfig(`${JSON.stringify(name)} stands there twice`, text, found[1]?.offset);
  return found[0];
}

/** The value of a property as a node. */
export function valueOf(property: Node): Node {
  return property.children?.[1] as Node;
}

/** The value of a property, which must be an object. */
export function objectOf(text: string, property: Node): Node {
  const value = valueOf(property);
  if (value.type === "object") return value;
  const name = JSON.stringify(property.children?.[0]?.value);
  throw brokenConfig(`${name} is not an object`, text, value.offset);
}

/** The offset behind a node. */
export function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** A node as data. */
export function dataOf(node: Node): unknown {
  return getNodeValue(node) as unknown;
}

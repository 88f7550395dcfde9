import { insertProperty } from "./insert-property.ts";
import {
  dataOf,
  endOf,
  findProperty,
  objectOf,
  parseJsonDocument,
  valueOf,
} from "./json-document.ts";
import { layoutOf, lineIndent, renderJson } from "./json-layout.ts";

/** Sets the value at a path of object keys, and creates what is missing on the way. */
export function setJsonValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseJsonDocument(text);
  const layout = layoutOf(text, root);
  let object = root;
  for (const [depth, name] of path.entries()) {
    const rest = path.slice(depth + 1);
    const property = findProperty(text, object, name);
    if (property === undefined) {
      const missing = rest.reduceRight((inner, key) => ({ [key]: inner }), value);
      return insertProperty(text, object, { name, value: missing }, layout);
    }
    if (rest.length > 0) {
      object = objectOf(text, property);
      continue;
    }
    const present = valueOf(property);
    if (JSON.stringify(dataOf(present)) === JSON.stringify(value)) return text;
    const isOneLine = !text.slice(root.offset, endOf(root)).includes("\n");
    const rendered = isOneLine
      ? JSON.stringify(value)
      : renderJson(value, lineIndent(text, property.offset), layout);
    return text.slice(0, present.offset) + rendered + text.slice(endOf(present));
  }
  return text;
}

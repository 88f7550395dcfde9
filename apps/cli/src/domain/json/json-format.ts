import type { ConfigFormat } from "../config-format.ts";
import { launchFields, wholeEntry } from "../server-entry.ts";
import { dataOf, findProperty, objectOf, parseJsonDocument } from "./json-document.ts";
import { renderJson } from "./json-layout.ts";
import { maskJson } from "./mask-json.ts";
import { removeProperty } from "./remove-property.ts";
import { setJsonValue } from "./set-json-value.ts";

/** JSON with comments. A blank file counts as an empty object. */
export const jsonFormat: ConfigFormat = {
  parse: (text) => (isBlank(text) ? {} : (dataOf(parseJsonDocument(text)) as object)) as never,

  setServer(text, container, name, entry, replace) {
    const whole = wholeEntry(entry);
    if (isBlank(text))
      return `${renderJson({ [container]: { [name]: whole } }, "", { eol: "\n", unit: "  " })}\n`;
    if (replace || !hasServer(text, container, name))
      return setJsonValue(text, [container, name], whole);
    const fields = [
      ...launchFields(entry).map(([key, value]) => [[key], value] as const),
      ...(entry.alwaysLoad ? [[["alwaysLoad"], true] as const] : []),
      ...Object.entries(entry.env).map(([key, value]) => [["env", key], value] as const),
    ];
    return fields.reduce(
      (result, [path, value]) => setJsonValue(result, [container, name, ...path], value),
      text,
    );
  },

  removeServer(text, container, name) {
    const found = locate(text, container, name);
    if (found === undefined) return [text];
    const without = removeProperty(text, found.servers, found.property);
    if ((found.servers.children ?? []).length > 1) return without;
    return [...new Set([...without, ...without.flatMap((one) => dropContainer(one, container))])];
  },

  mask: maskJson,
};

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function hasServer(text: string, container: string, name: string): boolean {
  return locate(text, container, name) !== undefined;
}

function locate(text: string, container: string, name: string) {
  if (isBlank(text)) return undefined;
  const holder = findProperty(text, parseJsonDocument(text), container);
  if (holder === undefined) return undefined;
  const servers = objectOf(text, holder);
  const property = findProperty(text, servers, name);
  return property && { servers, property };
}

function dropContainer(text: string, container: string): string[] {
  const root = parseJsonDocument(text);
  const holder = findProperty(text, root, container);
  if (holder === undefined) return [];
  const without = removeProperty(text, root, holder);
  return root.children?.length === 1 ? [...without, ""] : without;
}

export type FrontMatter = ReadonlyMap<string, string[]>;

const BLOCK = /^---[ \t]*\r?\n(?<head>[\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const ENTRY = /^(?<key>[\w -]+?)\s*:(?:\s+(?<value>.*))?$/s;
const ITEM = /^\s*-\s+(?<value>.*)$/s;

/**
 * Reads the YAML that decision records use at their top: scalars and lists of scalars. Keys are
 * lower-cased and `superseded_by` is read as `superseded-by`.
 */
export function readFrontMatter(given: string): { values: FrontMatter; body: string } {
  const text = given.replace(/^\uFEFF/, "");
  const block = BLOCK.exec(text);
  const head = block?.groups?.["head"];
  if (block === null || head === undefined) return { values: new Map(), body: text };
  const values = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    const item = ITEM.exec(line)?.groups?.["value"];
    const { key, value = "" } = ENTRY.exec(line)?.groups ?? {};
    if (item !== undefined) current.push(...scalars(item));
    else if (key !== undefined) {
      current = scalars(value);
      values.set(key.trim().toLowerCase().replaceAll(/[_ ]/g, "-"), current);
    }
  }
  return { values, body: text.slice(block[0].length) };
}

function scalars(value: string): string[] {
  const text = value.trim();
  if (text === "" || text === "null" || text === "~" || text.startsWith("#")) return [];
  const list = /^\[(?<items>.*)\]$/s.exec(text)?.groups?.["items"];
  // A Markdown link also begins with a bracket.
  if (list === undefined || text.includes("](")) return [unquote(text)];
  const items = list.match(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,]+/g) ?? [];
  return items.map((item) => unquote(item.trim())).filter((item) => item !== "");
}

function unquote(text: string): string {
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) return parseJsonString(text);
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1)
    return text.slice(1, -1).replaceAll("''", "'");
  return text.replace(/\s+#\s.*$/, "");
}

function parseJsonString(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    // YAML allows escapes that JSON does not: the plain inside is what people meant.
    return text.slice(1, -1);
  }
}

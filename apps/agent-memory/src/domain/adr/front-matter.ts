export type FrontMatter = ReadonlyMap<string, string[]>;

const YAML = {
  block: /^---[ \t]*\r?\n(?<head>[\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/,
  entry: /^(?<key>[\w -]+?)\s*:(?:\s+(?<value>.*))?$/s,
  item: /^\s*-\s+(?<value>.*)$/s,
};
const TOML = {
  block: /^\+\+\+[ \t]*\r?\n(?<head>[\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/,
  entry: /^\s*(?<key>[\w-]+)\s*=\s*(?<value>.*)$/s,
  item: /^\s*(?<value>["'].*?),?\s*$/s,
};

/**
 * Reads the YAML or TOML that decision records use at their top: scalars and lists of scalars. Keys are
 * lower-cased and `superseded_by` is read as `superseded-by`.
 */
export function readFrontMatter(given: string): { values: FrontMatter; body: string } {
  const text = given.replace(/^\uFEFF/, "");
  const { block: blockAtTop, entry, item: itemOfList } = text.startsWith("+++") ? TOML : YAML;
  const block = blockAtTop.exec(text);
  const head = block?.groups?.["head"];
  if (block === null || head === undefined) return { values: new Map(), body: text };
  const values = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    const item = itemOfList.exec(line)?.groups?.["value"];
    const { key, value = "" } = entry.exec(line)?.groups ?? {};
    if (item !== undefined) current.push(...scalars(item));
    else if (key !== undefined) {
      current = scalars(value);
      values.set(key.trim().toLowerCase().replaceAll(/[_ ]/g, "-"), current);
    }
  }
  return { values, body: text.slice(block[0].length) };
}

const COMMENT_AFTER_QUOTE = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*')\s+#.*$/s;

function scalars(value: string): string[] {
  const text = value.trim();
  // A list that goes on in the lines below begins with its bracket alone.
  if (["", "null", "~", "["].includes(text) || text.startsWith("#")) return [];
  const list = /^\[(?<items>.*)\]$/s.exec(text)?.groups?.["items"];
  // A Markdown link also begins with a bracket.
  if (list === undefined || text.includes("](")) return [unquote(text)];
  const items = list.match(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,]+/g) ?? [];
  return items.map((item) => unquote(item.trim())).filter((item) => item !== "");
}

function unquote(given: string): string {
  const text = given.replace(COMMENT_AFTER_QUOTE, "$1");
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

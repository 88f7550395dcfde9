export type FrontMatter = ReadonlyMap<string, string[]>;

const YAML = {
  fence: "---",
  entry: /^(?<key>[\w -]{1,100}):(?:\s(?<value>.*))?$/s,
  item: /^\s*-\s(?<value>.*)$/s,
};
const TOML = {
  fence: "+++",
  entry: /^\s*(?<key>[\w-]{1,100})\s*=(?<value>.*)$/s,
  item: /^\s*(?<value>["'].*)$/s,
};

/**
 * Reads the YAML or TOML that decision records use at their top: scalars and lists of scalars. Keys are
 * lower-cased and `superseded_by` is read as `superseded-by`.
 */
export function readFrontMatter(given: string): { values: FrontMatter; body: string } {
  const text = given.replace(/^\uFEFF/, "");
  const syntax = text.startsWith("+++") ? TOML : YAML;
  const block = blockAtTop(text, syntax.fence);
  if (block === undefined) return { values: new Map(), body: text };
  const values = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of block.lines) {
    const item = syntax.item.exec(line)?.groups?.["value"];
    const { key, value = "" } = syntax.entry.exec(line)?.groups ?? {};
    if (item !== undefined)
      for (const one of scalars(item.trim().replace(/,$/, ""))) current.push(one);
    else if (key !== undefined) {
      current = scalars(value);
      values.set(key.trim().toLowerCase().replaceAll(/[_ ]/g, "-"), current);
    }
  }
  return { values, body: block.body };
}

/** The lines between two fences, of which the first begins the text. */
function blockAtTop(text: string, fence: string): { lines: string[]; body: string } | undefined {
  if (!text.startsWith(fence)) return undefined;
  const lines: string[] = [];
  for (let at = 0, isFirst = true; at < text.length; isFirst = false) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, end).replace(/\r$/, "");
    const isFence = line.startsWith(fence) && line.slice(fence.length).trim() === "";
    if (isFirst && !isFence) return undefined;
    if (isFence && !isFirst) return { lines, body: text.slice(end + 1) };
    if (!isFirst) lines.push(line);
    at = end + 1;
  }
  return undefined;
}

const COMMENT_AFTER_QUOTE = /^("(?:\\.|[^"\\])*"|'(?:''|[^'])*')\s+#.*$/s;

function scalars(value: string): string[] {
  const text = value.trim();
  // A list that continues in the lines below begins with a bracket alone.
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
  const comment = /\s#\s/.exec(text);
  return comment === null ? text : text.slice(0, comment.index).trimEnd();
}

function parseJsonString(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    // YAML allows escapes that JSON does not: the plain inside is what people meant.
    return text.slice(1, -1);
  }
}

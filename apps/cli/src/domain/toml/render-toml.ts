export type TomlValue = string | readonly string[] | Readonly<Record<string, string>>;

/** A value on one line. */
export function renderTomlValue(value: TomlValue): string {
  if (typeof value === "string") return renderTomlString(value);
  if (isList(value)) return `[${value.map(renderTomlString).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => renderTomlPair(key, item));
  return `{ ${pairs.join(", ")} }`;
}

/** `key = value` */
export function renderTomlPair(key: string, value: TomlValue): string {
  return `${renderTomlKey(key)} = ${renderTomlValue(value)}`;
}

/** `[a.b]` */
export function renderTomlHeader(path: readonly string[]): string {
  return `[${path.map(renderTomlKey).join(".")}]`;
}

function renderTomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : renderTomlString(key);
}

// JSON's escapes are all TOML's too; TOML also wants the one control character escaped that JSON leaves.
function renderTomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}

function isList(value: TomlValue): value is readonly string[] {
  return Array.isArray(value);
}

const PLACEHOLDER = /<([a-z]+-?\d*)>/g;

/** What the placeholders of a page stand for in one run: `<dec-1>` is the same id wherever it stands. */
export type Bindings = Map<string, string>;

/** Puts the values of this run where a page has placeholders. */
export function fillPlaceholders<Value>(value: Value, bindings: Bindings): Value {
  return mapStrings(value, (text) =>
    text.replaceAll(PLACEHOLDER, (whole, name: string) => bindings.get(name) ?? whole),
  ) as Value;
}

// What differs from run to run: identifiers with a random part, times and how long something took.
const IDENTIFIER = /\b(?:([a-z]+)_)?(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Za-z]{16,32})\b/g;
const DATE = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g;
const DURATION = /(?:latency|duration|elapsed|_ms$|Ms$|responseTime|response_time)/i;
const EARLIEST_TIME = 1.6e12;

/** Puts placeholders where the values of this run stand, and remembers which stands for what. */
export function putPlaceholders(value: unknown, bindings: Bindings, key = ""): unknown {
  if (typeof value === "number") {
    if (value > EARLIEST_TIME) return "<time>";
    return DURATION.test(key) && !Number.isInteger(value) ? "<ms>" : value;
  }
  if (typeof value === "string")
    return value
      .replaceAll(DATE, "<time>")
      .replaceAll(IDENTIFIER, (id, kind = "id") =>
        /\d/.test(id) ? nameOf(id, kind, bindings) : id,
      );
  if (Array.isArray(value)) return value.map((item) => putPlaceholders(item, bindings, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, putPlaceholders(item, bindings, name)]),
  );
}

function nameOf(id: string, kind: string, bindings: Bindings): string {
  for (const [name, bound] of bindings) if (bound === id) return `<${name}>`;
  const used = [...bindings.keys()].filter((name) => name.startsWith(`${kind}-`)).length;
  const name = `${kind}-${used + 1}`;
  bindings.set(name, id);
  return `<${name}>`;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]),
  );
}
